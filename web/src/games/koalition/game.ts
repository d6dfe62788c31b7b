/** Koalition at the table. */
import "../../style/games/koalition.css";
import { BARGAIN_MOVES } from "../../bargains/bargains";
import Bargains from "../../bargains/Bargains.svelte";
import type { GameModule } from "../game";
import { goal } from "./goal";
import { fetchBox } from "./box.svelte";
import type { Sight } from "./protocol";
import { scoresAfter } from "./scores";
import { moveSentence, sentence, status } from "./sentences";
import { sound } from "./sounds";
import Mat from "./Mat.svelte";

export default {
  Mat,
  loadHand: () => import("./PhoneHand.svelte"),
  Bargains,
  prepare: fetchBox,
  goal,
  sentence,
  status,
  moveSentence,
  sound,
  firstScores: (seats: number) => Array<number>(seats).fill(0),
  scoresAfter,
  begun: ({ country }: Sight) => country !== null,
  onMat: ["propose", "accept", "decline", "takeback", ...BARGAIN_MOVES],
  roundOf: ({ number }: Sight) => number,
  // Negotiating is a scene of its own, which has no question.
  asks: () => true,
  // The last handshake, then the bonus for Europe party by party.
  lastLook: 17_000,
} satisfies GameModule;
