import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { catalogue } from "../../lib/catalogue.testing";
import { Words } from "../../lib/i18n";
import { open } from "./box.svelte";
import { moveLabel, sentence, status } from "./sentences";
import type { Event as Happening } from "./protocol";
import { BOX, now, sight, table } from "./samples.testing";

/** The real words of the game, with the names that its box lends them. */
const spoken = catalogue("politico", "fr");
Object.assign(spoken.card!, {
  pm: "Premier ministre",
  strike: "Grève générale",
  poaching: "Débauchage",
  "round-table": "Table ronde",
});
const words = new Words(spoken);
beforeAll(() => open(BOX));

describe("what is asked", () => {
  it("addresses the player who is asked, and those who wait", () => {
    expect(status(now(sight()), table, words)).toMatch(/^La parole est à vous/);
    expect(status(now(sight({ asked: [2] })), table, words)).toBe("Émile a la parole…");
  });

  it("names the attacker and the card", () => {
    const assault = { by: 2, target: 0, card: "strike", offers: [] };
    expect(status(now(sight({ stage: "answer", assault })), table, words)).toBe(
      "Émile vous attaque, «\u00a0Grève générale\u00a0»\u00a0: que répondez-vous\u202f?",
    );
  });

  it("counts the army's cards once there are some to counter", () => {
    const pressure = { purpose: "topple", by: 3, laid: [3] };
    expect(status(now(sight({ stage: "counter", pressure })), table, words)).toMatch(/^Fanny lance l’armée/);
    const countered = { ...pressure, laid: [3, 1] };
    expect(status(now(sight({ stage: "counter", pressure: countered })), table, words)).toContain("2.");
    const voted = { purpose: "investiture", by: 1, laid: [] };
    expect(status(now(sight({ stage: "counter", pressure: voted })), table, words)).toMatch(
      /^Le gouvernement de Dominique/,
    );
  });

  it("names the winner at the end", () => {
    const outcome = { places: [3, 4, 1, 2], clause: "politico.end", reason: "target", scores: null };
    expect(status(now(sight({ stage: "over", asked: [], outcome })), table, words)).toBe(
      "Bonsoir. Émile l’emporte avec 120 points.",
    );
  });
});

describe("what happened", () => {
  it("names both sides of a bargain", () => {
    const bargain = { number: 3, by: 1, to: 2, terms: "peace" };
    expect(sentence({ did: "bargainoffered", ...bargain }, table, words)).toBe(
      "Dominique propose un marché à Émile\u00a0: la paix pendant un tour de table.",
    );
    expect(sentence({ did: "promisebroken", number: 3, by: 2, to: 1, kind: "spare" }, table, words)).toMatch(
      /^Émile manque à sa parole envers Dominique/,
    );
  });

  it("is told with names, and ballots beside them", () => {
    const counted: Happening = {
      did: "counted",
      subject: "censure",
      ballots: ["yes", "no", "abstain", "no"],
      weights: [1, 2, 3, 4],
      yes: 1,
      no: 6,
      carried: false,
    };
    expect(sentence(counted, table, words)).toContain("Camille pour, Dominique contre, Émile abstention, Fanny contre");
    const scored: Happening = { did: "scored", seat: 1, points: -50, total: -60, why: "fall" };
    expect(sentence(scored, table, words)).toContain("Dominique\u00a0: −50 points");
    expect(sentence({ did: "answered", seat: 1, card: "round-table", lender: 2 }, table, words)).toContain("Émile");
  });

  it("keeps quiet about what nobody needs to hear, and about others' cards", () => {
    expect(sentence({ did: "voted", seat: 1, ballot: null }, table, words)).toBeNull();
    expect(sentence({ did: "silent", seat: 1 }, table, words)).toBeNull();
    expect(sentence({ did: "dealt", seat: 1, count: 1, cards: null }, table, words)).toBeNull();
    expect(sentence({ did: "dealt", seat: 0, count: 1, cards: ["strike"] }, table, words)).toContain("Grève générale");
  });

  it("is known to every event", () => {
    const source = readFileSync(resolve(process.cwd(), "src/games/politico/protocol.ts"), "utf-8");
    const dids = [...source.matchAll(/did: "(\w+)"/g)].map(([, did]) => did!);
    expect(dids.length).toBeGreaterThan(30);
    expect(dids.filter((did) => !words.has(`event.${did}`))).toEqual([]);
  });
});

it("a move on a button names whom it is aimed at", () => {
  expect(moveLabel({ do: "recruit", seat: 3 }, table, words)).toContain("Fanny");
  expect(moveLabel({ do: "offerbargain", to: 3, terms: "vote_each" }, table, words)).toContain("Fanny");
});
