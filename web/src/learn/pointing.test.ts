import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isChosen, nextPoint, selectorsOf } from "./pointing";

test("a point is found by its mark, or by an attribute of its name", () => {
  expect(selectorsOf("square=e4")).toEqual(['[data-point~="square=e4"]', '[data-square="e4"]']);
  expect(selectorsOf("prompt")).toEqual(['[data-point~="prompt"]', "[data-prompt]"]);
});

beforeEach(() => vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 40, 40)));
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test("after the first part is chosen, the next one is pointed at", () => {
  document.body.innerHTML = `
    <button data-bloc="roses" aria-pressed="false"></button><button data-bloc="leaves" aria-pressed="false"></button>`;
  const [roses, leaves] = document.querySelectorAll("button");
  const points = ["propose", "bloc=roses", "bloc=leaves"];
  expect(nextPoint(points)).toBe(roses);
  roses?.setAttribute("aria-pressed", "true");
  expect(nextPoint(points)).toBe(leaves);
  leaves?.setAttribute("aria-pressed", "true");
  document.body.insertAdjacentHTML("beforeend", '<button data-point="propose"></button>');
  expect(nextPoint(points)?.matches("[data-point=propose]")).toBe(true);
});

test("what is chosen is not to be touched again, where nothing follows", () => {
  document.body.innerHTML = '<button data-point="square=e4" aria-selected="true"></button>';
  const piece = nextPoint(["square=e4", "square=e5"]);
  expect(piece && isChosen(piece)).toBe(true);
  document.body.insertAdjacentHTML("beforeend", '<button data-point="square=e5"></button>');
  expect(nextPoint(["square=e4", "square=e5"])?.matches('[data-point="square=e5"]')).toBe(true);
});
