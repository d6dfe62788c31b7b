/** Politico at the table. */
import "../../style/games/politico.css";
import type { GameModule } from "../game";
import { sentence, status } from "./sentences";
import Mat from "./Mat.svelte";

export default {
  Mat,
  sentence,
  status,
  // Amendments are many: the mat has a sheet for them. Resigning and ending the game stay beside it.
  onMat: ["amend"],
  // The last pawn arrives, and the studio says who has won.
  lastLook: 7_000,
} satisfies GameModule;
