import { expect, it } from "vitest";
import { aimsOf, dropped, movesFor, movesWith } from "./choosing";
import type { Move } from "./protocol";
import { box, column, played, sight } from "./samples.testing";

const legal: Move[] = [
  { do: "lay", card: "rose2", party: null },
  { do: "lay", card: "joker1", party: "hats" },
  { do: "lay", card: "joker1", party: "roses" },
];
const actions: Move[] = [
  { do: "pass" },
  { do: "double", party: "roses" },
  { do: "clean", card: "hat1", party: null },
  { do: "clean", card: null, party: "leaves" },
];
const elsewhere = { card: null, party: "lemons" };

it("a politician goes to the own party, from wherever it is dropped on the table", () => {
  const aims = aimsOf(movesWith({ card: "rose2" }, legal), box);
  expect([...aims.parties.keys()]).toEqual(["roses"]);
  expect(dropped(aims, elsewhere)).toBe(legal[0]);
});

it("a joker goes where it is put", () => {
  const aims = aimsOf(movesWith({ card: "joker1" }, legal), box);
  expect([...aims.parties.keys()]).toEqual(["hats", "roses"]);
  expect(dropped(aims, { card: null, party: "roses" })).toBe(legal[2]);
  expect(dropped(aims, elsewhere)).toBeNull();
});

it("an action is aimed at parties or cards, and at nothing else", () => {
  const aims = aimsOf(movesWith({ action: "clean" }, actions), box);
  expect([...aims.parties.keys()]).toEqual(["leaves"]);
  expect([...aims.cards.keys()]).toEqual(["hat1"]);
  expect(dropped(aims, { card: "hat1", party: "hats" })).toBe(actions[2]);
  expect(dropped(aimsOf(movesWith({ action: "double" }, actions), box), elsewhere)).toBeNull();
});

it("without a card there is no move", () => expect(movesWith(null, legal)).toEqual([]));

it("a card that cannot be played stands for all it could do", () => {
  expect(movesFor({ card: "rose2" }, sight(), box)).toEqual([{ do: "lay", card: "rose2", party: null }]);
  expect(movesFor({ card: "joker1" }, sight(), box)).toHaveLength(7);
  expect(movesFor({ action: "topple" }, sight(), box)).toContainEqual({ do: "topple", party: "roses" });
  expect(movesFor({ action: "clean" }, sight(), box)).toContainEqual({ do: "clean", card: null, party: "roses" });
  const columns = [column({ cards: [played(1, "hat1")] })];
  expect(movesFor({ action: "retire" }, sight({ columns }), box)).toEqual([{ do: "retire", card: "hat1" }]);
});
