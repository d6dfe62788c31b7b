import { expect, test } from "vitest";
import type { AnyNow, GameModule } from "../games/game";
import { Words } from "../lib/words";
import type { TableCard } from "../wire/table";
import { outcomeOf, turnOf } from "./turn";

const words = new Words({
  outcome: { flag: "drapeau pris" },
  table: {
    waiting: "on attend quelqu’un.",
    yours: "à vous de jouer.",
    theirs: "à {name} de jouer.",
    theirs_many: "on attend {names}.",
    thinking: "{name} réfléchit…",
    bot: "robot {level}",
  },
  level: { keen: "Stratège" },
});
const table = {
  you: 0,
  seats: [
    { kind: "human", name: "Zoé", level: null, here: true },
    { kind: "bot", name: "", level: "keen", here: true },
    { kind: "human", name: "Ali", level: null, here: true },
  ],
} as unknown as TableCard;
const asking = (...asked: number[]): AnyNow => ({ sight: { outcome: null }, asked, question: 1, legal: [], free: [] });
const told = (now: AnyNow | null, game?: Partial<GameModule>) =>
  turnOf(now, table, game as GameModule | undefined, words, "fr");

test("says whose turn it is", () => {
  expect(told(null)).toEqual({ kind: "theirs", text: "On attend quelqu’un." });
  expect(told(asking(0, 2))).toEqual({ kind: "yours", text: "À vous de jouer." });
  expect(told(asking(2))).toEqual({ kind: "theirs", text: "À Ali de jouer." });
  expect(told(asking(1))).toEqual({ kind: "theirs", text: "Robot stratège réfléchit…" });
  expect(told(asking(1, 2))).toEqual({ kind: "theirs", text: "On attend Robot stratège et Ali." });
});

test("lets the game say it better", () => {
  expect(told(asking(0), { status: () => "Déployez !" })).toEqual({ kind: "yours", text: "Déployez !" });
  expect(told(asking(0), { status: () => null }).text).toBe("À vous de jouer.");
});

test("says how it ended", () => {
  const over = { ...asking(), sight: { outcome: { places: [1, 2, 2], clause: "c", reason: "flag", scores: null } } };
  expect(outcomeOf(over)?.reason).toBe("flag");
  expect(told(over)).toEqual({ kind: "over", text: "Drapeau pris" });
});
