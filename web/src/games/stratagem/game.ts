/** Stratagem at the table. */
import "../../style/games/stratagem.css";
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
  firstScores: (seats: number) => Array<number>(seats).fill(100 / seats),
  scoresAfter: (event: Event, scores: readonly number[]) => ("tokens" in event ? event.tokens : scores),
  begun: ({ stage }: Sight) => !["seating", "party", "programme"].includes(stage),
  seatColour: (sight: Sight, seat: number) => (sight.parties[seat] ? partyStyle(sight.parties[seat]).colour : null),
  // Denouncing has its button beside the other mat; watching with open cards where it is explained.
  onMat: ["denounce", "watch"],
  // The palace gates open, and programmes are unsealed.
  lastLook: 7_000,
} satisfies GameModule;
