import { expect, test } from "vitest";
import { gameCard } from "./game-card.testing";
import { arrange, defaultOpponents } from "./seating";

const game = gameCard({ levels: ["random", "keen", "best"], first_level: "keen" });

test("the opener gets the chosen seat", () => {
  const others = defaultOpponents(game, 2);
  expect(others).toEqual([
    { kind: "bot", level: "keen" },
    { kind: "bot", level: "keen" },
  ]);
  expect(arrange(others, 1).map(({ kind }) => kind)).toEqual(["bot", "me", "bot"]);
  expect(arrange(others, "lot").map(({ kind }) => kind)).toEqual(["me", "bot", "bot"]);
  expect(arrange(others, "watch")).toEqual(others);
});

test("a game without bots has friends as opponents", () => {
  expect(defaultOpponents(gameCard({ levels: [], first_level: "" }), 1)).toEqual([{ kind: "friend" }]);
});
