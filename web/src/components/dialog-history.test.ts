import { expect, test, vi } from "vitest";
import { enterDialog } from "./dialog-history";

const popped = () => new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));

test("Back closes the dialog on top, and only that", async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const leave = enterDialog(first);
  enterDialog(second);
  let back = popped();
  history.back();
  await back;
  expect([first, second].map((close) => close.mock.calls.length)).toEqual([0, 1]);
  back = popped();
  leave();
  await back; // its entry is gone
  expect(first).not.toHaveBeenCalled();
  expect(history.state).toBeNull();
});

test("a dialog that replaces another takes its entry over", async () => {
  const length = history.length;
  enterDialog(vi.fn())();
  const close = vi.fn();
  enterDialog(close);
  await new Promise((resolve) => setTimeout(resolve));
  expect(history.state).toEqual({ dialogs: 1 });
  expect(history.length).toBeLessThanOrEqual(length + 1);
  const back = popped();
  history.back();
  await back;
  expect(close).toHaveBeenCalledOnce();
});
