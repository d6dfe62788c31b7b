/** What has just happened, for a mat that says so in words. */
import type { Entry } from "../protocol/messages";

/** The latest lines of a story, newest first: at most so many, from the last `back` entries. */
export function headlines<E>(
  story: readonly Entry<E>[],
  tell: (event: E) => string | null,
  most = 1,
  back = 12,
): string[] {
  const lines: string[] = [];
  for (const event of story
    .slice(-back)
    .flatMap((entry) => entry.events)
    .reverse()) {
    const line = tell(event);
    if (line && lines.push(line) === most) break;
  }
  return lines;
}
