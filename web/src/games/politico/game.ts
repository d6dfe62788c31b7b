/** Politico at the table. */
import "../../style/games/politico.css";
import { BARGAIN_MOVES } from "../../bargains/bargains";
import Bargains from "../../bargains/Bargains.svelte";
import type { GameModule } from "../game";
import { goal } from "./goal";
import { fetchBox } from "./box.svelte";
import type { Event, Sight } from "./protocol";
import { moveLabel, sentence, status } from "./sentences";
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
  moveSentence: moveLabel,
  sound,
  firstScores: (seats: number) => Array<number>(seats).fill(0),
  scoresAfter: (event: Event, scores: readonly number[]) =>
    event.did === "scored" ? scores.with(event.seat, event.total) : event.did === "ended" ? event.points : scores,
  begun: ({ stage }: Sight) => stage !== "election" && stage !== "deal",
  // Amendments are many: the mat has a sheet for them, and bargains a panel. Resigning and ending stay beside it.
  onMat: ["amend", ...BARGAIN_MOVES],
  // Promises fall due in a turn, so that they hold for whole rounds of the table.
  roundOf: ({ turns }: Sight) => turns,
  offersStanding: true,
  asks: () => true,
  // The last pawn arrives, and the studio says who has won.
  lastLook: 7_000,
} satisfies GameModule;
