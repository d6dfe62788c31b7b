import { expect, test } from "vitest";
import { selectorsOf } from "./pointing";

test("a point is found by its mark, or by an attribute of its name", () => {
  expect(selectorsOf("square=e4")).toEqual(['[data-point~="square=e4"]', '[data-square="e4"]']);
  expect(selectorsOf("prompt")).toEqual(['[data-point~="prompt"]', "[data-prompt]"]);
});
