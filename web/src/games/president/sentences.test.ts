import { beforeAll, describe, expect, it } from "vitest";
import { wordsIn } from "../../lib/catalogue.testing";
import { language } from "../../lib/language.svelte";
import { open } from "./box.svelte";
import { electedIn, placeLabel, sentence, status } from "./sentences";
import type { Event as Happening } from "./protocol";
import { BOX, duel, now, sight, table } from "./samples.testing";
import { holdersOf, sidesOf } from "./sides";

const words = wordsIn("president", "fr");
const spaced = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, " ") ?? null;
const told = (event: Happening) => spaced(sentence(event, table, words));
const asked = (...args: Parameters<typeof now>) => spaced(status(now(...args), table, words));

beforeAll(() => {
  language.current = "fr";
  open(BOX);
});

describe("the log", () => {
  it("names players, departments and cards", () => {
    const took = told({ did: "took", seat: 1, side: 1, code: "26", voters: 150_000, total: 1_150_000 });
    expect(took).toContain("Dominique prend la Drôme (26) : 150 000 voix");
    expect(took).toContain("1 150 000");
    expect(told({ did: "drawn", seat: 2, side: 2, card: "gaffe", kind: "lose", amount: 400_000 })).toContain(
      "Émile tire « La gaffe »",
    );
    expect(
      told({ did: "won", seat: 2, side: 2, owner: 1, code: "26", voters: 150_000, total: 150_000, left: 0 }),
    ).toContain("à Dominique");
  });

  it("names the candidates of the second round and who plays for them", () => {
    const said = told({
      did: "secondround",
      sides: [0, 1, 1],
      votes: [3, 2, 1],
      one: 0,
      other: 1,
      one_ally: null,
      other_ally: 2,
      players: 3,
    });
    expect(said).toContain("D’un côté Camille, de l’autre les colistiers Dominique et Émile");
  });

  it("says a whole number of millions as one does", () => {
    expect(told({ did: "took", seat: 1, side: 1, code: "59", voters: 1_000_000, total: 2_000_000 })).toContain(
      ": 1 000 000 de voix. ",
    );
    expect(
      told({ did: "alone", kind: "spoils", side: 1, rival: 2, amount: 250_000, total: 1_000_000, left: 50_000 }),
    ).toContain(
      "Émile verse 250 000 voix sans département à Dominique. Cela fait 1 000 000 de voix pour Dominique et 50 000 voix pour Émile.",
    );
  });

  it("says who is elected, or that nobody is", () => {
    const end = { did: "elected", votes: [1, 2, 3], places: [1, 2, 2] } as const;
    expect(told({ ...end, side: 0, reason: "majority", votes: [...end.votes], places: [...end.places] })).toContain(
      "Camille",
    );
    expect(told({ ...end, side: null, reason: "tie", votes: [...end.votes], places: [...end.places] })).toContain(
      "personne",
    );
  });
});

describe("the status bar", () => {
  it("says whose choice it is, and how much is still to be made", () => {
    expect(asked(sight())).toBe("Émile choisit un département…");
    expect(asked(sight({ asked: [0] }))).toContain("prenez un département libre");
    expect(asked(sight({ asked: [0], stage: "gain", amount: 350_000 }))).toContain("350 000 voix à prendre");
  });

  it("names the other one in a challenge", () => {
    expect(asked(sight({ stage: "defend", duel: duel && { ...duel, owner: 0 }, asked: [0] }))).toContain(
      "Émile vous défie pour la Drôme",
    );
  });

  it("says who is elected", () => {
    const outcome = { places: [3, 1, 2], clause: "president.second.end", reason: "second_round", scores: [1, 2, 0] };
    const over = sight({ stage: "over", asked: [], outcome, sides: [0, 1, 1], round: 2 });
    expect(electedIn(over)).toBe(1);
    expect(asked(over)).toContain("Dominique");
    expect(electedIn(sight({ outcome: { ...outcome, places: [1, 1, 1], reason: "tie" } }))).toBeNull();
  });
});

it("a department is named with its voters and holder", () => {
  const seen = sight();
  const holders = holdersOf(sidesOf(seen, table, words), seen);
  const label = (code: string) => spaced(placeLabel(code, holders.get(code), words));
  expect(label("62")).toBe("62 Pas-de-Calais, 600 000 voix, libre");
  expect(label("26")).toBe("26 Drôme, 150 000 voix, Dominique (P.S.)");
  expect(label("59")).toBe("59 Nord, 1 000 000 de voix, Camille (R.I.), à l’abri");
});
