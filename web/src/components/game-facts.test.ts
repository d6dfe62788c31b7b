import { expect, test } from "vitest";
import type { Words } from "../lib/i18n";
import { gameCard } from "../new-table/game-card.testing";
import { minutesText, playersText } from "./game-facts";

const words = { say: (key: string, args: object) => `${key} ${Object.values(args).join(" ")}` } as unknown as Words;

test("the lid tells the players and the minutes of every table", () => {
  expect(playersText(gameCard(), words)).toBe("players.range 2 4");
  expect(minutesText(gameCard(), words)).toBe("shelf.minutes_range 10 35");
  expect(minutesText(gameCard({ minutes: [] }), words)).toBe("");
});

test("a table being set tells its own", () => {
  expect(playersText(gameCard(), words, 3)).toBe("players.exact 3 3");
  expect(minutesText(gameCard(), words, 3)).toBe("shelf.minutes 20");
  expect(minutesText(gameCard({ minutes: [10, 10, 10] }), words)).toBe("shelf.minutes 10");
});
