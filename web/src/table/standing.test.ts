import { expect, test } from "vitest";
import type { AnyNow } from "../lib/socket.svelte";
import { sampleTable } from "../lib/table.testing";
import type { StandingCard } from "../protocol/messages";
import { givenAnswers, isAnswered, offeredQuestion } from "./standing";

const asking = (stage: string, asked = [0]): AnyNow => ({
  sight: { stage },
  asked,
  question: 1,
  legal: [],
  free: [],
});
const standing = (given: StandingCard["given"] = {}): StandingCard => ({
  offered: ["lend", "counter"],
  given,
  single: true,
});

test("a standing answer is offered to an asked player, unless it is given already", () => {
  const table = sampleTable({ standing: standing() });
  expect(offeredQuestion(asking("counter"), table)).toBe("counter");
  expect(offeredQuestion(asking("counter", [1]), table)).toBeNull();
  expect(offeredQuestion(asking("act"), table)).toBeNull();
  expect(offeredQuestion(null, table)).toBeNull();
  expect(offeredQuestion(asking("counter"), sampleTable({ standing: standing({ counter: "game" }) }))).toBeNull();
  expect(offeredQuestion(asking("counter"), sampleTable({ standing: standing(), adjourned: true }))).toBeNull();
  expect(offeredQuestion(asking("counter"), sampleTable({ you: null }))).toBeNull();
});

test("given answers are listed in the order of the questions until the game is over", () => {
  const given = standing({ counter: "turn", lend: "game" });
  expect(givenAnswers(sampleTable({ standing: given }))).toEqual([
    { question: "lend", until: "game" },
    { question: "counter", until: "turn" },
  ]);
  expect(givenAnswers(sampleTable({ standing: given, over: true }))).toEqual([]);
  expect(givenAnswers(sampleTable({}))).toEqual([]);
});

test("a question that is answered for the player needs no alert", () => {
  const table = sampleTable({ standing: standing({ counter: "turn" }) });
  expect([isAnswered(asking("counter"), table), isAnswered(asking("lend"), table)]).toEqual([true, false]);
});
