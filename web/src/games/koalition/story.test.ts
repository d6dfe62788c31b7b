import { expect, it } from "vitest";
import type { Event as GameEvent } from "./protocol";
import { chaptersOf, turningPoint, type Chapter } from "./story";

const entry = (...events: GameEvent[]) => ({ events });
const scored = (seat: number, leading: number, cards: number): GameEvent => ({ did: "scored", seat, leading, cards });

it("tells of each country its coalition, who spoke for it, and what it brought", () => {
  const story = [
    entry({ did: "turnedup", country: "france", number: 1 }),
    entry({ did: "counted", votes: [30, 9, 20, 0, 0, 0, 9], leaders: [0, 2, 1, null, null, null, null], majority: 35 }),
    entry(
      { did: "formed", blocs: ["roses", "crosses:3"], votes: 39, majority: 35, alone: false },
      scored(0, 4, 2),
      scored(3, 1, 1),
    ),
    entry({ did: "turnedup", country: "spain", number: 2 }),
    entry({ did: "nocoalition", country: "spain" }),
  ];
  expect(chaptersOf(story, 4)).toEqual([
    { country: "france", blocs: ["roses", "crosses:3"], members: [0, 3], points: [6, 0, 0, 2] },
    { country: "spain", blocs: [], members: [], points: [0, 0, 0, 0] },
  ]);
});

const chapter = (country: string, ...points: number[]): Chapter => ({ country, blocs: [], members: [], points });

it("a game turns where its winner takes the lead for good", () => {
  const game = [chapter("france", 5, 3), chapter("spain", 0, 4), chapter("italy", 1, 3)];
  expect(turningPoint(game, [2, 1])).toEqual({ kind: "country", country: "spain" });
  expect(turningPoint([...game, chapter("greece", 4, 0)], [2, 1])).toEqual({ kind: "europe" });
  expect(turningPoint([chapter("france", 3, 5)], [2, 1])).toEqual({ kind: "start", country: "france" });
  expect(turningPoint(game, [1, 1])).toBeNull();
});
