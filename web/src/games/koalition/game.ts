/** Koalition at the table. */
import "../../style/games/koalition.css";
import type { GameModule } from "../game";
import { sentence, status } from "./sentences";
import Mat from "./Mat.svelte";

export default {
  Mat,
  sentence,
  status,
  onMat: ["propose", "accept", "decline", "takeback"],
  // The last handshake, then the bonus for Europe party by party.
  lastLook: 17_000,
} satisfies GameModule;
