/** Stratego's figures for its rulebook. */
import "../../style/games/stratego.css";
import type { FigureModule } from "../figures";
import Figure from "./Figure.svelte";

export default { Figure } satisfies FigureModule;
