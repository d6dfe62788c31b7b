/** The scores over a game of Koalition. */
import type { Event } from "./protocol";

/** The scores after an event, given those before it. */
export function scoresAfter(event: Event, scores: readonly number[]): readonly number[] {
  switch (event.did) {
    case "scored":
      return scores.with(event.seat, (scores[event.seat] ?? 0) + event.leading + event.cards);
    case "bonus":
      return scores.map((score, seat) => (event.seats.includes(seat) ? score + event.each : score));
    case "ended":
      return event.totals;
  }
  return scores;
}
