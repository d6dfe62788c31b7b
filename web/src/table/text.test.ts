import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../lib/api";
import { RETRY, TextFeed } from "./text.svelte";

const text = (...parts: string[][]) => ({ seq: parts.length, parts });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("several changes during a request are fetched by one more", async () => {
  const answers: ((parts: string[][]) => void)[] = [];
  const fetchText = vi.fn(() => new Promise<ReturnType<typeof text>>((take) => answers.push((p) => take(text(...p)))));
  const feed = new TextFeed(fetchText);
  const done = feed.refresh();
  void feed.refresh();
  void feed.refresh();
  answers[0]?.([["one"]]);
  await vi.waitFor(() => expect(fetchText).toHaveBeenCalledTimes(2));
  expect(feed.parts).toEqual([["one"]]);
  answers[1]?.([["two"]]);
  await done;
  expect(feed.parts).toEqual([["two"]]);
  expect(fetchText).toHaveBeenCalledTimes(2);
});

it("a failure keeps the old sentences, and is tried again", async () => {
  const fetchText = vi
    .fn<() => Promise<ReturnType<typeof text>>>()
    .mockResolvedValueOnce(text(["one"]))
    .mockRejectedValueOnce(new ApiError("too_fast", ""))
    .mockResolvedValue(text(["two"]));
  const feed = new TextFeed(fetchText);
  await feed.refresh();
  await feed.refresh();
  expect([feed.parts, feed.failed]).toEqual([[["one"]], true]);
  await vi.advanceTimersByTimeAsync(RETRY);
  expect([feed.parts, feed.failed]).toEqual([[["two"]], false]);
});

it("nothing is fetched any more once it is closed", async () => {
  const fetchText = vi.fn<() => Promise<ReturnType<typeof text>>>().mockRejectedValue(new ApiError("unreachable", ""));
  const feed = new TextFeed(fetchText);
  await feed.refresh();
  feed.close();
  await vi.advanceTimersByTimeAsync(2 * RETRY);
  await feed.refresh();
  expect(fetchText).toHaveBeenCalledTimes(1);
});
