/** Stratego at the table. */
import "../../style/games/stratego.css";
import type { GameModule } from "../game";
import { goal, stage } from "./goal";
import type { Sight } from "./protocol";
import { endStory } from "./end-story";
import { moveText, sentence, status } from "./sentences";
import { prepareQuickGame } from "./setups";
import { deploying } from "./sight";
import { sound } from "./sounds";
import Mat from "./Mat.svelte";
import Preparation from "./Preparation.svelte";

export default {
  Mat,
  loadHand: () => import("./PhoneHand.svelte"),
  Preparation,
  goal,
  stage,
  sentence,
  status,
  sound,
  moveText,
  endStory,
  prepareQuickGame,
  onMat: ["offer", "withdraw"],
  seatColour: (_: Sight, seat: number) => (seat === 0 ? "var(--stratego-red)" : "var(--stratego-blue)"),
  begun: (sight: Sight) => !deploying(sight),
  answers: ["accept", "decline"],
} satisfies GameModule;
