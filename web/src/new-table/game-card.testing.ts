/** A game on the shelf, for tests. */
import type { GameCard } from "../protocol/http";

export function gameCard(changes: Partial<GameCard> = {}): GameCard {
  return {
    id: "g",
    least_seats: 2,
    most_seats: 4,
    options: [],
    levels: ["random", "keen"],
    first_level: "keen",
    first_players: 2,
    difficulty: "easy",
    minutes: [10, 20, 35],
    lessons: 0,
    learnt: 0,
    ...changes,
  };
}
