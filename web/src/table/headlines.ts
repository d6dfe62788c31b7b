/** What has just happened, for a mat that says so in words. */
import type { Entry } from "../protocol/messages";

/** The latest sentences of a story, newest first: at most so many, from the last `back` entries. */
export function headlines<E>(
  story: readonly Entry<E>[],
  sentence: (event: E) => string | null,
  most = 1,
  back = 12,
): string[] {
  const found: string[] = [];
  for (const event of story
    .slice(-back)
    .flatMap((entry) => entry.events)
    .reverse()) {
    const text = sentence(event);
    if (text && found.push(text) === most) break;
  }
  return found;
}
