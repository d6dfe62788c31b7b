/** Koalition's figures for its rulebook. */
import "../../style/games/koalition.css";
import type { FigureModule } from "../figures";
import { fetchBox } from "./box.svelte";
import Figure from "./Figure.svelte";

export default { Figure, prepare: fetchBox } satisfies FigureModule;
