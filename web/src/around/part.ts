/** What is shown of a table on a device that goes round: a player's own view, or between two what all may know. */
import type { Snippet } from "svelte";
import type { GameModule } from "../games/game";
import type { TableSocket } from "../lib/socket.svelte";

export interface AroundPart {
  /** Opened already; it is closed when the part leaves the page. */
  socket: TableSocket;
  game: GameModule;
  /** The key of the seat in this browser's storage. */
  key: string;
  /** In the page's header: whose turn it is with the device. */
  bar: Snippet;
  /** The server knows the table's rules no longer. */
  outdated: () => void;
}
