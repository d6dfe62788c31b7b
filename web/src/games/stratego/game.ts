/** Stratego at the table. */
import "../../style/games/stratego.css";
import type { GameModule } from "../game";
import { describe, sentence, status } from "./describe";
import Mat from "./Mat.svelte";

export default { Mat, describe, sentence, status, answers: ["accept", "decline"] } satisfies GameModule;
