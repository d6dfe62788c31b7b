import { expect, test } from "vitest";
import type { GameModule } from "../games/game";
import { Words } from "../lib/i18n";
import type { AnyNow } from "../lib/socket.svelte";
import type { TableCard } from "../protocol/messages";
import { freeMoves, outcomeOf, turnOf } from "./turn";

const words = new Words({
  outcome: { flag: "drapeau pris" },
  table: {
    waiting: "on attend quelqu’un.",
    yours: "à vous de jouer.",
    theirs: "à {name} de jouer.",
    theirs_many: "on attend {names}.",
    thinking: "{name} réfléchit…",
  },
});
const table = {
  you: 0,
  awaited: [],
  seats: [
    { kind: "human", name: "Zoé", level: null, here: true },
    { kind: "bot", name: "Boson", level: "keen", here: true },
    { kind: "human", name: "Ali", level: null, here: true },
  ],
} as unknown as TableCard;
const asking = (...asked: number[]): AnyNow => ({ sight: { outcome: null }, asked, question: 1, legal: [], free: [] });
const turn = (now: AnyNow | null, game?: Partial<GameModule>) =>
  turnOf(now, table, game as GameModule | undefined, words, "fr");

test("says whose turn it is", () => {
  expect(turn(null)).toEqual({ kind: "theirs", text: "On attend quelqu’un." });
  expect(turnOf(null, { ...table, awaited: [0, 2] }, undefined, words, "fr").text).toBe("On attend Ali.");
  expect(turn(asking(0, 2))).toEqual({ kind: "yours", text: "À vous de jouer." });
  expect(turn(asking(2))).toEqual({ kind: "theirs", text: "À Ali de jouer." });
  expect(turn(asking(1))).toEqual({ kind: "theirs", text: "Boson réfléchit…" });
  const program = { ...table, seats: [table.seats[0]!, { ...table.seats[2]!, kind: "program" } as const] };
  expect(turnOf(asking(1), program, undefined, words, "fr").text).toBe("Ali réfléchit…");
  expect(turn(asking(1, 2))).toEqual({ kind: "theirs", text: "On attend Boson et Ali." });
});

test("prefers the game's own status", () => {
  expect(turn(asking(0), { status: () => "Déployez !" })).toEqual({ kind: "yours", text: "Déployez !" });
  expect(turn(asking(0), { status: () => null }).text).toBe("À vous de jouer.");
});

test("says how it ended", () => {
  const over = { ...asking(), sight: { outcome: { places: [1, 2, 2], clause: "c", reason: "flag", scores: null } } };
  expect(outcomeOf(over)?.reason).toBe("flag");
  expect(turn(over)).toEqual({ kind: "over", text: "Drapeau pris" });
});

test("answers are kept apart from other free moves, and none are offered while play rests", () => {
  const now = { ...asking(0), free: [{ do: "resign" }, { do: "accept" }, { do: "shake" }] };
  const game = { onMat: ["shake"], answers: ["accept"] } as unknown as GameModule;
  const found = (changes: object, of: GameModule | undefined = game) => {
    const { answers, others } = freeMoves(now, { ...table, ...changes } as TableCard, of);
    return [answers, others].map((moves) => moves.map((move) => move.do).join());
  };
  expect(found({})).toEqual(["accept", "resign"]);
  expect(found({}, {} as GameModule)).toEqual(["", "resign,accept,shake"]);
  for (const rest of [{ over: true }, { adjourned: true }, { seats: [{ ...table.seats[0], proxy: "keen" }] }]) {
    expect(found(rest)).toEqual(["", ""]);
  }
});
