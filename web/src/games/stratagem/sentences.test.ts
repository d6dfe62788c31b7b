import { beforeAll, expect, it } from "vitest";
import { Words } from "../../lib/i18n";
import { open } from "./box.svelte";
import { crisisLines, effectLine, sentence, status } from "./sentences";
import type { Event as Happening } from "./protocol";
import { BOX, now, sight, table } from "./samples.testing";

const words = new Words({
  card: { None: "un secret" },
  reason: { fine: "l’amende" },
  who: { target: "la cible" },
  percent: { "-2": "−2 %" },
  effect: { percent: "{who:who} : {percent:percent}", showing: "qui montre {option} : {percent:percent}" },
  event: {
    drawn: { by: "family", secret: "{seat:seat} tire : {card:card}" },
    played: { None: "{seat:seat} joue {card:card}", "2": "{seat:seat} joue {card:card} contre {target:seat}" },
    shared: { None: "rien", "3": "le reste va à {heir:seat}" },
    swayed: { by: "percent", "-2": "{seat:seat} perd ({why:reason})" },
    denounced: {
      by: "right",
      True: "{seat:seat} confond {target:seat} : {fallen:card}",
      False: "{seat:seat} se trompe",
    },
    seated: "{numbers:each.seat}. {first:seat}",
    chosen: "{parties:each.seat.party}",
    counted: { by: "campaign", "1": "{tokens:each.seat}" },
    ended: { by: "reason", elected: "{seat:seat} ({party:party}) gagne" },
  },
  question: {
    turn_must_draw: "tirez",
    turn: "à vous",
    turn_owed: "montrez {owing:card}",
    turn_crisis: "à vous, vite",
    turn_empty: "plus rien",
    wait_turn: "on attend {who}",
  },
  crisis: { coup: "coup de {author:seat}" },
  crisis_ends: { coup: "sinon {author:seat} gagne" },
  clock: { by: "left", "2": "deux tours" },
});
const told = (event: object) => sentence(event as Happening, table, words);
const crisis = { action: "coup", by: 0, left: 2, author: 0, strikers: [], dictator: -1, rebels: [] };

beforeAll(() => open(BOX));

it("a secret that another player draws has no name", () => {
  expect(told({ did: "drawn", seat: 0, family: "secret", card: null })).toBe("Camille tire : un secret");
  expect(told({ did: "drawn", seat: 1, family: "secret", card: "file" })).toBe("Dominique tire : FILE");
});

it("whom a card is played against both picks the sentence and stands in it", () => {
  expect(told({ did: "played", seat: 0, card: "file", target: 2 })).toBe("Camille joue FILE contre Émile");
  expect(told({ did: "played", seat: 0, card: "file", target: null })).toBe("Camille joue FILE");
  expect(told({ did: "shared", seat: 0, each: 3, rest: 1, heir: 3, tokens: [] })).toBe("Le reste va à Fanny");
});

it("tokens move for a card, by its title, or for a reason that has words", () => {
  const swayed = { did: "swayed", seat: 1, percent: -2, moved: -6, tokens: [] };
  expect(told({ ...swayed, why: "army" })).toBe("Dominique perd (ARMY)");
  expect(told({ ...swayed, why: "fine" })).toBe("Dominique perd (l’amende)");
});

it("a denunciation is told with what falls", () => {
  expect(told({ did: "denounced", seat: 0, target: 1, right: true, fallen: ["army", "printers"] })).toBe(
    "Camille confond Dominique : ARMY, PRINTERS",
  );
});

it("what everybody has is told with their names", () => {
  expect(told({ did: "seated", numbers: [3, 9, 4, 1], first: 1 })).toBe(
    "Camille 3, Dominique 9, Émile 4, Fanny 1. Dominique",
  );
  expect(told({ did: "counted", campaign: 1, tokens: [20, 30, 40, 10], candidates: [] })).toBe(
    "Camille 20, Dominique 30, Émile 40, Fanny 10",
  );
  expect(told({ did: "chosen", seat: 1, parties: ["popular", "democrat"] })).toBe(
    "Camille (Parti popular), Dominique (Parti democrat)",
  );
});

it("what the table shows by itself is not told", () => {
  expect(told({ did: "began", seat: 0, turn: 2 })).toBeNull();
  expect(told({ did: "shared", seat: 0, each: 0, rest: 0, heir: null, tokens: [] })).toBeNull();
});

it("a turn is asked for as things stand", () => {
  const asked = (changes: object) => status(now(sight(changes)), table, words);
  expect(asked({})).toBe("À vous");
  expect(asked({ owing: "army" })).toBe("Montrez ARMY");
  expect(asked({ crisis })).toBe("À vous, vite");
  expect(asked({ deck: 0 })).toBe("Plus rien");
  expect(asked({ must_draw: true })).toBe("Tirez");
  expect(asked({ asked: [0] })).toBe("On attend Camille");
  expect(asked({ outcome: { places: [2, 1, 3, 4], clause: "", reason: "elected", scores: [] } })).toBe(
    "Dominique (Parti democrat) gagne",
  );
});

it("the palace clock says what goes on, what ends it and how long it has", () => {
  expect(crisisLines(sight({ crisis }), table, words)).toEqual({
    said: "Coup de Camille",
    ends: "Sinon Camille gagne",
    clock: "Deux tours",
  });
  expect(crisisLines(sight(), table, words)).toBeNull();
});

it("what a card does is said in one line", () => {
  expect(effectLine(BOX.cards[3]!.effects[0]!, words)).toBe("La cible : −2 %");
  expect(effectLine({ who: "showing", option: "free", percent: -2, skip: false }, words)).toBe(
    "Qui montre FREE : −2 %",
  );
});
