/** The figures of Le Jeu du Président for its rulebook. */
import "../../style/games/president.css";
import type { FigureModule } from "../figures";
import { fetchBox } from "./box.svelte";
import Figure from "./Figure.svelte";

export default { Figure, prepare: fetchBox } satisfies FigureModule;
