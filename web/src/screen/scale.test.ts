import { expect, it } from "vitest";
import { matScaleOf, scaleOf } from "./scale";

it("plain text is 28 pixels high at 1920 × 1080, and the smallest of a mat 20", () => {
  expect(16 * scaleOf(1920, 1080)).toBeCloseTo(28);
  expect(12 * matScaleOf(1920) * scaleOf(1920, 1080)).toBeCloseTo(20);
});

it("every screen shows the same, a phone shows it at its own size", () => {
  expect(1280 / scaleOf(1280, 720)).toBeCloseTo(1920 / scaleOf(1920, 1080));
  expect(scaleOf(1280, 1024)).toBeCloseTo(scaleOf(1280, 720));
  expect([scaleOf(360, 740), matScaleOf(360)]).toEqual([1, 1]);
});
