import { expect, test } from "vitest";
import type { GameCard } from "../protocol/http";
import type { TableCard } from "../protocol/messages";
import { arrange, defaultOpponents, rematch } from "./seating";

const game: GameCard = { id: "g", least_seats: 2, most_seats: 4, options: [], levels: ["random", "keen"] };

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
  expect(defaultOpponents({ ...game, levels: [] }, 1)).toEqual([{ kind: "friend" }]);
});

test("a rematch moves every player one seat on", () => {
  const person = { kind: "human", name: "Zoé", level: null, here: true } as const;
  const bot = { kind: "bot", name: "", level: "keen", here: true } as const;
  const table = { seats: [person, bot, person], you: 0 } as unknown as TableCard;
  expect(rematch(table)).toEqual([{ kind: "friend" }, { kind: "me" }, { kind: "bot", level: "keen" }]);
});
