import { expect, it, vi } from "vitest";
import { RowFocus } from "./row-focus.svelte";

function rowOf(count: number) {
  const escape = vi.fn();
  const focus = new RowFocus(() => count, escape);
  const row = document.createElement("div");
  row.append(...Array.from({ length: count }, () => document.createElement("button")));
  document.body.append(row);
  row.addEventListener("keydown", (event) => focus.onkeydown(event as never));
  const press = (key: string) => row.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  return { focus, press, escape, buttons: [...row.children] };
}

it("arrow keys, Home and End move the focus within the row", () => {
  const { focus, press, buttons } = rowOf(3);
  for (const [key, index] of [
    ["ArrowRight", 1],
    ["End", 2],
    ["ArrowRight", 2],
    ["ArrowLeft", 1],
    ["Home", 0],
  ] as const) {
    expect(press(key), "the page does not scroll").toBe(false);
    expect(focus.index).toBe(index);
    expect(document.activeElement).toBe(buttons[index]);
  }
});

it("Escape is passed on, other keys are left alone", () => {
  const { focus, press, escape } = rowOf(2);
  expect(press("a")).toBe(true);
  expect(escape).not.toHaveBeenCalled();
  press("Escape");
  expect(escape).toHaveBeenCalledOnce();
  expect(focus.index).toBe(0);
});

it("a selected button that has gone gives way to the last one", () => {
  let count = 3;
  const focus = new RowFocus(
    () => count,
    () => undefined,
  );
  focus.select(2);
  count = 2;
  expect(focus.index).toBe(1);
});
