/** Advice in words. */
import { describe, expect, it } from "vitest";
import type { GameModule } from "../games/game";
import { Words } from "../lib/i18n";
import { sampleTable } from "../lib/table.testing";
import { inSentence, moveInWords, namedWords, reasonText } from "./advice-text";

const words = new Words(
  {
    seat: { 0: "red", 1: "blue" },
    move: { attack: "attack {seat:seat}", pass: "pass" },
    advice: { weak: "{target:seat} has {votes} votes.", only: "there is nothing else." },
  },
  { table: { free_chair: "free chair" } },
);
const seat = { kind: "human" as const, level: null, here: true, proxy: null, advised: 0 };
const table = sampleTable({
  seats: [
    { ...seat, name: "Anne" },
    { ...seat, name: "Bruno" },
  ],
});

describe("advice", () => {
  it("names the players", () => {
    expect(moveInWords({ do: "attack", seat: 1 }, {} as GameModule, table, words)).toBe("Attack Bruno");
    expect(reasonText([{ key: "advice.weak", args: { target: 1, votes: 3 } }], table, words)).toBe(
      "Bruno has 3 votes.",
    );
  });

  it("joins its reasons", () => {
    const reasons = [
      { key: "advice.weak", args: { target: 0, votes: 3 } },
      { key: "advice.only", args: {} },
    ];
    expect(reasonText(reasons, table, words)).toBe("Anne has 3 votes. There is nothing else.");
  });

  it("writes moves inside a sentence", () => {
    expect(inSentence("From a4 to a5")).toBe("from a4 to a5");
    expect(inSentence("DOPPLER: double the Roses")).toBe("DOPPLER: double the Roses");
  });

  it("leaves the words of the game as they are", () => {
    expect(namedWords(table, words).say("seat.1")).toBe("Bruno");
    expect(words.say("seat.1")).toBe("Blue");
  });

  it("lets a game say its moves itself", () => {
    const game = { moveSentence: () => "As the game says" } as unknown as GameModule;
    expect(moveInWords({ do: "pass" }, game, table, words)).toBe("As the game says");
  });
});
