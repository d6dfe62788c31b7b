import { describe, expect, it } from "vitest";
import { wordsIn } from "../../lib/catalogue.testing";
import { tableOf } from "../samples.testing";
import { goal, stage } from "./goal";
import { countdownLines, offerLines, sentence, status } from "./sentences";
import { squareAt } from "./geometry";
import { squareLabel } from "./labels";
import type { Event as Happening, Sight } from "./protocol";
import { countdowns, lastMove, lossesOf, tokensOf } from "./sight";

const words = wordsIn("stratego", "fr");
const table = tableOf("stratego", 2);

/** A training game in which red's scout fell on a bomb and blue's spy walked. */
function sight(changes: Partial<Sight> = {}): Sight {
  const squares = Array<number>(100).fill(0);
  squares[squareAt("a1")] = 1;
  squares[squareAt("d4")] = 34;
  squares[squareAt("e7")] = 76;
  squares[squareAt("j6")] = 71;
  const letters = Array<string>(80).fill("A");
  letters[0] = "M";
  letters[33] = "D";
  letters[34] = "D";
  letters[70] = "?";
  letters[75] = "B";
  const marks = Array<string>(80).fill("0");
  marks[33] = "3";
  marks[34] = "3";
  marks[70] = "1";
  marks[75] = "2";
  return {
    seat: 0,
    options: { army: "training", shuttle: "seed", no_fight: 200, max_moves: 4000 },
    question: 90,
    turn: 0,
    ready: [true, true],
    placed: 40,
    squares,
    letters: letters.join(""),
    marks: marks.join(""),
    ply: 6,
    quiet: 2,
    trips: [null, null],
    chases: [[], []],
    offering: false,
    offer: null,
    offer_from: [0, 0],
    outcome: null,
    ...changes,
  };
}

const now = (of: Sight, asked = [0]) => ({ sight: of, asked, question: 90, legal: [], free: [] });

describe("around the board", () => {
  it("counts down to both draws, and tells of an offer", () => {
    const late = sight({ quiet: 185, ply: 3990, offer: 1 });
    expect(countdowns(late)).toEqual({ quiet: 15, total: 10 });
    expect([...countdownLines(late, words), ...offerLines(late, table, words)].join(" ")).toMatch(/15.*10.*Dominique/);
    expect(countdowns(sight({ quiet: 179 })).quiet).toBeNull();
  });

  it("has words for every offer in both languages", () => {
    for (const lang of ["fr", "en"] as const) {
      for (const of of [sight({ offer: 0 }), sight({ offer: 1 }), sight({ seat: null, offer: 1 })]) {
        for (const line of offerLines(of, table, wordsIn("stratego", lang))) expect(line).not.toMatch(/mat\.|\{/);
      }
    }
  });
});

describe("what is asked", () => {
  it("is told to whom it concerns", () => {
    expect(status(now(sight()), table, words)).toBe(words.say("question.turn"));
    expect(status(now(sight({ turn: 1 }), [1]), table, words)).toContain("Dominique");
    expect(status(now(sight({ offer: 1 })), table, words)).toContain("nulle");
    expect(status(now(sight({ turn: null }), [1]), table, words)).toBe(
      words.say("question.wait_deploy", { who: "Dominique" }),
    );
  });
});

describe("events", () => {
  it("are told, except the laying out of single pieces", () => {
    const fought: Happening = {
      did: "fought",
      seat: 0,
      from: "d4",
      to: "d5",
      attacker: "E",
      defender: "B",
      result: "won",
    };
    expect(sentence(fought, table, words)).toContain("démineur désamorce la bombe");
    expect(sentence({ did: "placed", seat: 0, square: "a1", piece: "M" }, table, words)).toBeNull();
    expect(sentence({ did: "ended", winner: 1, reason: "flag", clause: "" }, table, words)).toContain("Bleu");
  });

  it("say which move was the latest", () => {
    const entry = (events: Happening[]) => ({ seq: 1, at: 0, seat: 0, events });
    const moved = entry([{ did: "moved", seat: 0, from: "a4", to: "a5" }]);
    expect(lastMove([moved, entry([{ did: "declined", seat: 1 }])])).toEqual({ from: 30, to: 40 });
    expect(lastMove([])).toBeNull();
  });
});

describe("a sight", () => {
  it("tells the tokens and the losses apart", () => {
    expect(tokensOf(sight()).map((token) => [token.id, token.letter, token.moved, token.known])).toEqual([
      [1, "M", false, false],
      [34, "D", true, true],
      [71, "?", true, false],
      [76, "B", false, true],
    ]);
    expect(lossesOf(sight(), 0).find((tally) => tally.letter === "D")).toEqual({ letter: "D", lost: 1, left: 1 });
  });

  it("is heard square by square", () => {
    const heard = (name: string, movable = false) => {
      const square = squareAt(name);
      const token = tokensOf(sight()).find((one) => one.square === square);
      return squareLabel({ square, token, mine: 0, movable, selected: false, target: undefined }, words);
    };
    expect(heard("d4", true)).toBe("d4, éclaireur à vous, identité connue de l’ennemi, a déjà bougé, peut bouger");
    expect(heard("j6")).toBe("j6, pièce cachée, camp Bleu, a déjà bougé");
    expect(heard("e7")).toBe("e7, bombe, camp Bleu, identité connue");
    expect(heard("c5")).toBe("c5, lac");
    expect(heard("a5")).toBe("a5, vide");
  });
});

describe("the goal strip", () => {
  it("tells the pieces left on both sides", () => {
    expect(goal(sight(), table, words)).toEqual({
      wins: "Prenez le drapeau",
      stand: expect.stringMatching(/ous 9 pièces, en face 10/) as string,
    });
    expect(goal(sight({ seat: null }), table, words)?.stand).toContain("rouge 9, bleu 10");
    expect(stage(sight())).toBe("turn");
    expect(stage(sight({ turn: null }))).toBe("deploy");
  });
});
