/** The properties of every prompt. */
import type { Snippet } from "svelte";
import type { Words } from "../../lib/i18n";
import type { TableCard } from "../../protocol/messages";
import type { Person } from "../../table/players";
import type { Box } from "./box.svelte";
import type { Move, Sight } from "./protocol";

export interface PromptProps {
  sight: Sight;
  table: TableCard;
  people: Person[];
  box: Box;
  legal: readonly Move[];
  mine: boolean;
  busy: boolean;
  /** What is asked, and of whom. */
  text: string;
  words: Words;
  play: (move: Move) => void;
  /** The offer to have the question answered each time. */
  standing: Snippet;
}
