import { expect, test } from "vitest";
import type { WhyAnswer } from "../lib/socket.svelte";
import { WhyNot } from "./why-not.svelte";

const refused = (code: string): WhyAnswer => ({ t: "refused", id: "1", code, refusal: null, until: null });
const now = { sight: {}, asked: [0], question: 3, legal: [], free: [] };

function asking(answer: WhyAnswer) {
  const asked: unknown[][] = [];
  const socket = { now, why: async (moves: unknown[]) => (asked.push(moves), answer) };
  return { asked, why: new WhyNot(socket) };
}

test("a refusal is shown beside what was pointed at", async () => {
  const { why, asked } = asking(refused("rule"));
  const card = document.createElement("button");
  await why.ask([{ do: "lay" }], card);
  expect(asked).toEqual([[{ do: "lay" }]]);
  expect(why.shown).toMatchObject({ at: card, question: 3, reason: { code: "rule" } });
  why.close();
  expect(why.shown).toBeNull();
});

test("nothing is said of a move that is allowed, or of a question that is gone", async () => {
  for (const answer of [{ t: "allowed", id: "1" } as const, refused("stale"), refused("too_fast")]) {
    const { why } = asking(answer);
    await why.ask([{ do: "lay" }], document.createElement("button"));
    expect(why.shown).toBeNull();
  }
});

test("what stands for no move is not asked about", async () => {
  const { why, asked } = asking(refused("rule"));
  await why.ask([], document.createElement("button"));
  expect(asked).toEqual([]);
});

test("only the answer to the latest question is shown", async () => {
  const { why } = asking(refused("rule"));
  const [one, other] = [document.createElement("i"), document.createElement("b")];
  await Promise.all([why.ask([1], one), why.ask([2], other)]);
  expect(why.shown?.at).toBe(other);
});
