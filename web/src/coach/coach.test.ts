/** The coach at a table: what it shows, and when it closes. */
import { describe, expect, it } from "vitest";
import type { AnyNow } from "../lib/socket.svelte";
import type { Advice, AdviceMessage, Refused } from "../protocol/messages";
import { Coach, isOffered } from "./coach.svelte";

const advice: Advice = {
  move: { do: "step", from: "a4", to: "a5" },
  reasons: [],
  alternatives: [],
  clause: "c",
  rest: [],
  searched: null,
};
const answer: AdviceMessage = { t: "advice", id: "1", question: 7, advice };
const refusal: Refused = { t: "refused", id: "1", code: "no_advice", refusal: null, until: null };
const moment = (question: number, legal: unknown[]): AnyNow => ({ sight: {}, asked: [0], question, legal, free: [] });
const now = moment(7, [{ to: "a5", do: "step", from: "a4" }]);

describe("the coach", () => {
  it("shows advice, or why there is none", async () => {
    const coach = new Coach(() => Promise.resolve(answer));
    await coach.request(7);
    expect(coach.open).toBe(true);
    expect(coach.advice).toEqual(advice);
    const other = new Coach(() => Promise.resolve(refusal));
    await other.request(7);
    expect(other.refused?.code).toBe("no_advice");
    expect(other.advice).toBeNull();
  });

  it("asks again where others moved while it thought, but not for ever", async () => {
    const stale: Refused = { ...refusal, code: "stale" };
    const answers = [stale, stale, answer];
    const coach = new Coach(() => Promise.resolve(answers.shift()!));
    await coach.request(7);
    expect(coach.advice).toEqual(advice);
    let asked = 0;
    const other = new Coach(() => ((asked += 1), Promise.resolve(stale)));
    await other.request(7);
    expect([asked, other.refused?.code]).toEqual([4, "stale"]);
  });

  it("closes with the question, and when its move is gone", async () => {
    const coach = new Coach(() => Promise.resolve(answer));
    await coach.request(7);
    coach.follow(now, true);
    expect(coach.open).toBe(true);
    coach.follow(moment(7, []), true);
    expect(coach.open).toBe(false);
    await coach.request(7);
    coach.follow(moment(8, now.legal), true);
    expect(coach.open).toBe(false);
    await coach.request(7);
    coach.follow(now, false);
    expect(coach.open).toBe(false);
  });

  it("drops an answer that comes too late", async () => {
    let respond: (answer: AdviceMessage) => void = () => undefined;
    const coach = new Coach(() => new Promise((resolve) => (respond = resolve)));
    const asking = coach.request(7);
    coach.close();
    respond(answer);
    await asking;
    expect(coach.open).toBe(false);
    expect(coach.advice).toBeNull();
  });

  it("knows a move whatever the order of its fields", () => {
    expect(isOffered(advice.move, now)).toBe(true);
    expect(isOffered({ do: "step", from: "a4", to: "a3" }, now)).toBe(false);
  });
});
