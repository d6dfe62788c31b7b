import { beforeAll, describe as group, expect, it } from "vitest";
import { wordsIn } from "../../lib/catalogue.testing";
import { open } from "./box.svelte";
import { describe, sentence, status } from "./describe";
import type { Event as Happening } from "./protocol";
import { BOX, negotiation, now, sight, table } from "./samples.testing";

const words = wordsIn("koalition", "fr");
const spaced = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, " ") ?? null;
const told = (event: Happening) => spaced(sentence(event, table, words));
const asked = (...args: Parameters<typeof now>) => spaced(status(now(...args), table, words));

beforeAll(() => open(BOX));

group("the log", () => {
  it("names players, cards and parties", () => {
    expect(told({ did: "laid", seat: 1, card: "rose2", party: "roses" })).toBe(
      "Dominique pose Ottokar pour les Roses.",
    );
    expect(told({ did: "laid", seat: 2, card: "joker1", party: "hats" })).toBe(
      "Émile pose Joker pour les Hauts-de-forme.",
    );
  });

  it("names who leads after a fall, or that nobody does", () => {
    const fall = { did: "acted", seat: 3, action: "topple", party: "leaves", card: null } as const;
    expect(told({ ...fall, leader: 0 })).toContain("Camille");
    expect(told({ ...fall, leader: null })).toContain("personne");
  });

  it("names the shares of a party without a leader", () => {
    const said = told({ did: "formed", blocs: ["roses", "crosses:3"], votes: 43, majority: 37, alone: false });
    expect(said).toContain("les Roses, la part de Fanny chez les Croix");
  });

  it("tells of a party alone in power with its count, and of no handshake", () => {
    const said = told({ did: "formed", blocs: ["crosses"], votes: 43, majority: 37, alone: true });
    expect(said).toBe("Majorité absolue : les Croix gouvernent sans partenaire, avec 43 voix ; il en fallait 37.");
  });

  it("leaves out who passes, and tells a deal once", () => {
    expect(told({ did: "passed", seat: 1 })).toBeNull();
    const deal = { did: "dealt", deal: 1, cards: [], actions: [] } as const;
    expect([0, 1, 2].map((seat) => told({ ...deal, seat, cards: [], actions: [] }))).toEqual([
      "Distribution n° 1 : chacun reçoit sa main.",
      null,
      null,
    ]);
  });
});

group("the status bar", () => {
  it("asks the player who is to lay a card", () => {
    expect(asked(sight())).toBe("À vous de poser une carte.");
    expect(asked(sight({ asked: [2] }))).toBe("Émile choisit une carte…");
  });

  it("says when a hand is held out", () => {
    expect(asked(negotiation(), { legal: [{ do: "accept", number: 1 }] })).toContain("On vous tend la main");
  });

  it("does not tell the winner before Europe does", () => {
    expect(asked(sight({ outcome, asked: [], stage: "over" }))).toBe("La partie est finie.");
  });
});

const outcome = { places: [2, 1, 2, 2], clause: "koalition.win", reason: "points", scores: [1, 5, 1, 1] };

group("the text view", () => {
  const lines = (...args: Parameters<typeof now>) =>
    describe(now(...args), table, words)
      .map(spaced)
      .join("\n");

  it("tells the whole table", () => {
    const text = lines(sight());
    expect(text).toContain("France");
    expect(text).toContain(
      "Roses : 34 voix. Chef : Camille. DOPPLER × 1. 10 Églantine (Camille), 7 Ottokar (Dominique)",
    );
    expect(text).toContain("Hauts-de-forme : 0 voix. Chef : Émile. 9 Siegfried (Émile, démission)");
    expect(text).toContain("5 Joker");
    expect(text).toContain("1 × DOPPLER, 2 × WEISSE WESTE");
    expect(text).toContain("Fanny : 0");
  });

  it("tells the negotiation", () => {
    const proposals = [{ number: 1, by: 1, blocs: ["roses", "leaves"], needs: [0, 1], agreed: [1], taken_back: [] }];
    const text = lines(negotiation({ proposals, silent: [2] }));
    expect(text).toContain("Majorité : 37");
    expect(text).toContain("La part de Fanny chez les Croix : 9 voix");
    expect(text).toContain("Rien à ajouter : Émile.");
    expect(text).toContain("Proposition n° 1 de Dominique : les Roses, les Feuilles");
    expect(text).toContain("On attend : Camille");
  });

  it("tells who has won", () => {
    expect(lines(sight({ outcome, asked: [], stage: "over" }))).toContain("En tête : Dominique");
  });

  it("tells how the last vote came out", () => {
    const result = {
      country: "france",
      votes: [34, 9, 20, 0, 0, 0, 9],
      leaders: [0, 2, 1, null, null, null, null],
      majority: 37,
      blocs: ["roses", "leaves"],
    };
    expect(lines(sight({ result }))).toContain("Dernier vote, en France : les Roses, les Feuilles au pouvoir.");
    expect(lines(sight({ result: { ...result, blocs: [] } }))).toContain("pas de coalition");
  });
});
