import { afterEach, beforeEach, expect, test } from "vitest";
import { keepFocus } from "./keep-focus";

const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
let mat: HTMLElement;
let stop: () => void;
const card = (name: string) => document.getElementById(name) as HTMLButtonElement;

beforeEach(() => {
  HTMLElement.prototype.checkVisibility = () => true; // jsdom has no layout
  document.body.innerHTML = `<section><div><button id="a"></button><button id="b"></button><button id="c"></button></div>
    <button id="pass"></button></section><button id="outside"></button>`;
  mat = document.querySelector("section")!;
  stop = keepFocus(mat);
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
});
afterEach(() => stop());

test("the next card has the focus when one is played, then the prompt, then the mat", async () => {
  card("b").focus();
  for (const [played, next] of [
    ["b", "c"],
    ["c", "a"],
    ["a", "pass"],
  ] as const) {
    card(played).remove();
    await frame();
    expect(document.activeElement?.id).toBe(next);
  }
  card("pass").remove();
  await frame();
  expect(document.activeElement).toBe(mat);
});

test("the focus stays where the player has put it, and pointers have none to keep", async () => {
  card("b").focus();
  card("outside").focus();
  card("b").remove();
  await frame();
  expect(document.activeElement?.id).toBe("outside");
  card("a").focus();
  document.dispatchEvent(new Event("pointerdown"));
  card("a").remove();
  await frame();
  expect(document.activeElement).toBe(document.body);
});
