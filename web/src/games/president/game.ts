/** Le Jeu du Président at the table. */
import "../../style/games/president.css";
import type { GameModule } from "../game";
import { endStory } from "./end-story";
import { goal } from "./goal";
import { fetchBox } from "./box.svelte";
import { partyOf } from "./parties";
import type { Sight } from "./protocol";
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
  sound,
  endStory,
  sideOf: ({ sides }: Sight, seat: number) => sides[seat] ?? seat,
  begun: ({ stage }: Sight) => stage !== "lots" && stage !== "allot",
  seatColour: (sight: Sight, seat: number) => (sight.parties[seat] ? partyOf(sight.parties[seat]).colour : null),
  // Election night: the curve of the race is drawn from the first throw to the last.
  lastLook: 9_000,
} satisfies GameModule;
