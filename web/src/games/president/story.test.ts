import { expect, it } from "vitest";
import { storyOf } from "./samples.testing";
import { latestState, raceOf } from "./story";

const rolled = (seat: number) => ({ did: "rolled", seat, low: "2", high: "6" }) as const;
const took = (side: number, code: string, total: number) =>
  ({ did: "took", seat: side, side, code, voters: 150_000, total }) as const;

it("reads the last throw, the card that lies there, and what has moved", () => {
  const card = { did: "drawn", seat: 0, side: 0, card: "speech", kind: "gain", amount: 300_000 } as const;
  const {
    roll,
    card: last,
    moved,
    made,
  } = latestState(storyOf(rolled(0), card, took(0, "26", 1), took(0, "62", 2), took(0, "26", 1), rolled(1)));
  expect(roll).toMatchObject({ seat: 1, low: "2", high: "6" });
  expect(last).toMatchObject({ card: "speech", side: 0, ago: 1 });
  expect(moved).toEqual(["62", "26"]);
  expect(made).toBe(0);
});

it("counts what is made of an amount, from the card on", () => {
  const card = { did: "drawn", seat: 0, side: 0, card: "speech", kind: "gain", amount: 600_000 } as const;
  expect(latestState(storyOf(rolled(0), took(0, "59", 1), card, took(0, "26", 1), took(0, "62", 2))).made).toBe(
    300_000,
  );
});

it("reads a challenge from its events: the printed example", () => {
  const challenged = { did: "challenged", seat: 2, owner: 1, code: "26", voters: 150_000 } as const;
  const cards = (seat: number, dealt: number[], score: number) =>
    ({ did: "dealt", seat, cards: dealt, score }) as const;
  const fought = [
    challenged,
    cards(1, [10, 5], 15),
    { did: "stood", seat: 1, score: 15 } as const,
    cards(2, [3], 3),
    cards(2, [7], 10),
    cards(2, [5], 15),
  ];
  expect(latestState(storyOf(...fought)).duel).toMatchObject({
    defence: [10, 5],
    defenceScore: 15,
    stands: true,
    attack: [3, 7, 5],
    attackScore: 15,
    result: "",
  });
  const lost = { did: "lost", seat: 2, owner: 1, code: "26", voters: 150_000, pays: 100_000 } as const;
  // The next throw does not take it off the table.
  expect(latestState(storyOf(...fought, cards(2, [8], 23), lost, rolled(0))).duel).toMatchObject({
    attackScore: 23,
    result: "lost",
    pays: 100_000,
  });
});

it("draws the race, throw by throw, and where the second round begins", () => {
  const won = { did: "won", seat: 1, side: 1, owner: 0, code: "26", voters: 150_000, total: 300_000, left: 0 } as const;
  const second = { did: "secondround", one: 1, other: 0, one_ally: null, other_ally: 2, players: 3 } as const;
  const story = storyOf(
    rolled(0),
    took(0, "26", 150_000),
    rolled(1),
    won,
    rolled(2),
    took(2, "62", 50_000),
    { ...second, sides: [0, 1, 1], votes: [] },
    rolled(0),
  );
  const { lines, turns, second: at } = raceOf(story, 3);
  expect(turns).toBe(4);
  expect(at).toBe(3);
  expect(lines[0]?.points).toEqual([
    { turn: 0, votes: 0 },
    { turn: 1, votes: 150_000 },
    { turn: 2, votes: 0 },
  ]);
  expect(lines[1]?.points.at(-1)).toEqual({ turn: 2, votes: 300_000 });
  expect(lines[2]?.points.at(-1)).toEqual({ turn: 3, votes: 50_000 });
  expect(lines.map(({ until }) => until)).toEqual([4, 4, 3]);
});
