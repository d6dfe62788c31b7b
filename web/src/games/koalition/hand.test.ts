import { expect, it } from "vitest";
import { fansOf } from "./hand";
import { box } from "./samples.testing";

it("a hand is sorted by party, strongest first, jokers last", () => {
  expect(fansOf(["joker1", "leaf1", "rose2", "rose1"], box)).toEqual([
    { party: "roses", cards: ["rose1", "rose2"] },
    { party: "leaves", cards: ["leaf1"] },
    { party: null, cards: ["joker1"] },
  ]);
});
