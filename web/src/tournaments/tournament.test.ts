import { expect, test } from "vitest";
import { Words } from "../lib/i18n";
import type { TournamentCard } from "../protocol/tournaments";
import { entrantName, isCrossed, isDuel, isWaiting, names, pointsAgainst, pointsIn, spellPoints } from "./tournament";

const words = new Words({ evening: { somebody: "quelqu’un" } });
const person = (number: number, name: string) => ({ number, name, bot: null, person: true, gone: false, page: null });
const board = (round: number, seats: number[], points: number[] | null) => ({
  round,
  board: 0,
  game: "stratego",
  table: `t${round}`,
  seats,
  places: points && points.map((mine) => 1 + points.filter((other) => other > mine).length),
  points,
  by_hand: false,
});
const tournament: TournamentCard = {
  id: "e",
  club: "c",
  club_title: "Les Jeudis",
  plan: { title: "Jeudi", games: [{ game: "stratego" }], format: "round_robin" },
  state: "playing",
  rounds_planned: 3,
  you: 1,
  organiser: false,
  your_table: null,
  entrants: [person(1, "Anne"), person(2, "Bruno"), { ...person(3, "Diode"), bot: "weak", person: false }],
  rounds: [
    { number: 1, game: "stratego", boards: [board(1, [1, 2], [6, 0])], byes: [3], bye_points: 3 },
    { number: 2, game: "stratego", boards: [board(2, [3, 1], [3, 3])], byes: [2], bye_points: 3 },
    { number: 3, game: "stratego", boards: [board(3, [2, 3], null)], byes: [1], bye_points: 3 },
  ],
  standings: [],
  cancelled: null,
};

test("everyone has a name, and an erased entrant is somebody", () => {
  expect(names(tournament, [1, 2, 3], words, "fr")).toBe("Anne, Bruno et Diode");
  expect(entrantName(undefined, words)).toBe("Quelqu’un");
});

test("points are found round by round and one against one", () => {
  expect([1, 2, 3].map((round) => pointsIn(tournament, round, 1))).toEqual([6, 3, 3]);
  expect(pointsIn(tournament, 3, 2)).toBeNull();
  expect(pointsAgainst(tournament, 2, 1)).toEqual([0]);
  expect(pointsAgainst(tournament, 2, 3)).toEqual([]);
});

test("duels, round robins and missing results are recognised", () => {
  expect([isDuel(tournament), isCrossed(tournament), isWaiting(tournament)]).toEqual([true, true, true]);
});

test("points are written as people write them", () => {
  expect(spellPoints(4.5, "fr")).toBe("4,5");
  expect(spellPoints(10 / 3, "en")).toBe("3.33");
});
