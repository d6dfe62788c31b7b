import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Moments } from "./moments.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const [a, b, c, d] = [3000, 1000, 2000, 500].map((lasts) => ({ lasts }));

it("moments are shown one after the other, each for its time", () => {
  const moments = new Moments();
  moments.add([a!, b!]);
  expect(moments.current).toBe(a);
  vi.advanceTimersByTime(3000);
  expect(moments.current).toBe(b);
  vi.advanceTimersByTime(1000);
  expect(moments.current).toBeNull();
  moments.add([c!]);
  expect(moments.current).toBe(c);
});

it("of many the newest wait", () => {
  const moments = new Moments();
  moments.add([a!]);
  moments.add([b!, c!, d!]);
  expect(moments.current).toBe(a);
  vi.advanceTimersByTime(3000);
  expect(moments.current).toBe(c);
  moments.clear();
  expect(moments.current).toBeNull();
  vi.advanceTimersByTime(5000);
  expect(moments.current).toBeNull();
});
