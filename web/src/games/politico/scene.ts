/** What every scene of the lower third is given. */
import type { Words } from "../../lib/words";
import type { Person } from "../../table/people";
import type { Move, Sight } from "./wire";
import type { TableCard } from "../../wire/table";
import type { Box } from "./box.svelte";

export interface SceneProps {
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
}
