/** What has happened since a player's last move. */
import type { AnyEntry } from "../lib/socket.svelte";

/** The sentences of a story since the last move of a seat; none before its first. */
export function sentencesSince(
  story: readonly AnyEntry[],
  seat: number,
  sentence: (event: unknown) => string | null,
): string[] {
  const own = story.findLastIndex((entry) => entry.seat === seat);
  if (own < 0) return [];
  return story.slice(own + 1).flatMap(({ events }) => events.flatMap((event: unknown) => sentence(event) ?? []));
}
