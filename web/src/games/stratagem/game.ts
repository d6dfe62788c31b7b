/** Stratagem at the table. */
import "../../style/games/stratagem.css";
import type { Words } from "../../lib/i18n";
import type { GameModule } from "../game";
import { goal } from "./goal";
import { fetchBox } from "./box.svelte";
import { partyStyle } from "./icons";
import type { Event, Sight } from "./protocol";
import { sentence, status } from "./sentences";
import { sound } from "./sounds";
import Mat from "./Mat.svelte";

export default {
  Mat,
  loadHand: () => import("./PhoneHand.svelte"),
  prepare: fetchBox,
  goal,
  sentence,
  status,
  asks: () => true,
  sound,
  // The scores of an outcome are those of a series of games; the tokens decide this one.
  finalText: ({ tokens }: Sight, seat: number, words: Words) =>
    words.say("mat.tokens.percent", { tokens: tokens[seat] ?? 0 }),
  firstScores: (seats: number) => Array<number>(seats).fill(100 / seats),
  scoresAfter: (event: Event, scores: readonly number[]) => ("tokens" in event ? event.tokens : scores),
  begun: ({ stage }: Sight) => !["seating", "party", "programme"].includes(stage),
  seatColour: (sight: Sight, seat: number) => (sight.parties[seat] ? partyStyle(sight.parties[seat]).colour : null),
  // Denouncing has its button beside the other mat; watching with open cards where it is explained.
  onMat: ["denounce", "watch"],
  // The palace gates open, and programmes are unsealed.
  lastLook: 7_000,
} satisfies GameModule;
