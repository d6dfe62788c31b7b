import { expect, it } from "vitest";
import { wordsIn } from "../lib/catalogue.testing";
import type { Goal } from "./game";
import { goal as koalition } from "./koalition/goal";
import * as k from "./koalition/samples.testing";
import { goal as politico } from "./politico/goal";
import * as po from "./politico/samples.testing";
import { goal as president } from "./president/goal";
import * as pr from "./president/samples.testing";
import { goal as stratagem } from "./stratagem/goal";
import * as st from "./stratagem/samples.testing";

const line = (goal: Goal | null) => goal && `${goal.wins} · ${goal.stand}`.replace(/[\u00a0\u202f]/g, " ");
const outcome = { places: [1, 2, 2, 2], clause: "", reason: "", scores: null };

it("Koalition tells the points, the leader and the countries", () => {
  const words = wordsIn("koalition", "fr");
  const points = [[5], [9], [0], [2]];
  const told = (changes: object) => koalition(k.sight({ points, number: 2, ...changes }), k.table, words);
  expect(line(told({}))).toBe("Le plus de points · Pays 2/3 : vous 5, Dominique 9");
  expect(line(told({ seat: 1 }))).toBe("Le plus de points · Pays 2/3 : vous menez, 9");
  expect(line(told({ seat: null }))).toContain("Dominique mène, 9");
  expect(told({})?.share).toBeCloseTo(1 / 3);
  expect(told({ outcome })).toBeNull();
});

it("Le Jeu du Président tells the votes and the majority", () => {
  const words = wordsIn("president", "fr");
  const told = (changes: object) => president(pr.sight(changes), pr.table, words);
  expect(line(told({ seat: 0 }))).toBe("Élu à 16 050 000 voix · Vous : 1 000 000");
  expect(told({ seat: 0 })?.share).toBeCloseTo(1 / 16.05);
  expect(line(told({ seat: null }))).toContain("En tête : Dominique, 1 150 000");
  expect(line(told({ seat: 2, round: 2, sides: [0, 1, 0] }))).toBe(
    "Second tour · Votre camp 1 000 000, l’autre 1 150 000",
  );
});

it("Politico tells the points and who governs", () => {
  const words = wordsIn("politico", "fr");
  const told = (changes: object) => line(politico(po.sight(changes), po.table, words));
  expect(told({})).toBe("But : 500 pts · Vous 20, tête 120, opposition");
  expect(told({ seat: 1 })).toContain("Vous −10, tête 120, vous gouvernez");
  expect(told({ seat: 2 })).toContain("au gouvernement");
  expect(told({ government: null })).toContain("pouvoir vacant");
  expect(told({ seat: null })).toContain("En tête : Émile, 120");
});

it("Stratagem tells the tokens and what wins in this campaign", () => {
  const words = wordsIn("stratagem", "fr");
  const told = (changes: object) => line(stratagem(st.sight(changes), st.table, words));
  expect(told({ seat: 1 })).toBe("51 % au vote, ou un coup d’État · Vous : 30 %");
  expect(told({ seat: 1, campaign: 2 })).toContain("La tête au second vote");
  expect(told({ seat: 1, alive: [true, false, true, true] })).toContain("Vous êtes hors jeu");
  expect(told({ seat: null })).toContain("En tête : Émile, 40 %");
});
