/** Which players of a device that goes round the table are wanted: something is asked of them. */
import type { AnyNow } from "../lib/socket.svelte";
import type { TableCard } from "../protocol/messages";

/** The seats on this device that are wanted, in the order in which it goes to them: who votes comes first. */
export function wantedSeats(table: TableCard | null, now: AnyNow | null): number[] {
  if (!table || !table.started || table.over || !now) return [];
  const { motion } = table;
  const voted = motion ? [...motion.yes, ...motion.no, motion.by] : [];
  const voters = motion ? motion.voters.filter((seat) => !voted.includes(seat)) : [];
  const asked = table.adjourned ? [] : now.asked.filter((seat) => !table.seats[seat]?.proxy);
  return [...new Set([...voters, ...asked])].filter((seat) => table.yours.includes(seat));
}

/** To whom the device goes next: to the player who has it, as long as something is asked of them. */
export function nextSeat(wanted: readonly number[], holder: number | null): number | null {
  return holder !== null && wanted.includes(holder) ? holder : (wanted[0] ?? null);
}
