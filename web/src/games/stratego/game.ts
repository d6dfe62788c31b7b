/** Stratego at the table. */
import "../../style/games/stratego.css";
import type { GameModule } from "../game";
import { sentence, status } from "./sentences";
import Mat from "./Mat.svelte";

export default { Mat, sentence, status, answers: ["accept", "decline"] } satisfies GameModule;
