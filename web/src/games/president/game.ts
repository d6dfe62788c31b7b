/** Le Jeu du Président at the table. */
import "../../style/games/president.css";
import type { GameModule } from "../game";
import { sentence, status } from "./sentences";
import Mat from "./Mat.svelte";

export default {
  Mat,
  sentence,
  status,
  // Election night: the curve of the race is drawn from the first throw to the last.
  lastLook: 9_000,
} satisfies GameModule;
