import { beforeAll, describe, expect, it } from "vitest";
import { wordsIn } from "../../lib/catalogue.testing";
import { open } from "./box.svelte";
import { sentence, status } from "./sentences";
import type { Event as Happening } from "./protocol";
import { BOX, negotiation, now, sight, table } from "./samples.testing";

const words = wordsIn("koalition", "fr");
const spaced = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, " ") ?? null;
const told = (event: Happening) => spaced(sentence(event, table, words));
const asked = (...args: Parameters<typeof now>) => spaced(status(now(...args), table, words));

beforeAll(() => open(BOX));

describe("the log", () => {
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

describe("the status bar", () => {
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
