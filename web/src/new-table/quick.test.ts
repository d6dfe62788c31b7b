import { expect, test } from "vitest";
import { gameCard } from "./game-card.testing";
import { quickOrder } from "./quick";

test("a quick game is private, without a clock, against bots of the level for a first game", () => {
  const order = quickOrder(gameCard({ first_players: 3, first_level: "random" }), "Anne");
  expect(order).toMatchObject({ game: "g", name: "Anne", public: false, clock: null, options: {} });
  expect(order.chairs).toEqual([{ kind: "me" }, ...Array(2).fill({ kind: "bot", level: "random" })]);
});
