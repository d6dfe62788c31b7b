/** The key under which this browser keeps what belongs to one player at a table: notes, drafts, a nonce. */
import type { TableCard } from "../protocol/messages";

/** The table's id; on a device that goes round the table, with the seat, so that no player finds what is another's. */
export function seatKey(table: Pick<TableCard, "id" | "you" | "yours">, seat = table.you): string {
  return table.yours.length > 1 ? `${table.id}/${seat ?? "-"}` : table.id;
}
