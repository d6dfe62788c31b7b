/** Le Jeu du Président at the table. */
import "../../style/games/president.css";
import type { GameModule } from "../game";
import { describe, sentence, status } from "./describe";
import Mat from "./Mat.svelte";

export default {
  Mat,
  describe,
  sentence,
  status,
  // Election night: the curve of the race is drawn from the first throw to the last.
  lastLook: 9_000,
} satisfies GameModule;
