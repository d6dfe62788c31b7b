import { expect, it } from "vitest";
import { History } from "./history.svelte";

it("undoes and redoes steps, and forgets what was undone at a new step", () => {
  const history = new History<number>(0, Object.is);
  expect([history.canUndo, history.canRedo]).toEqual([false, false]);
  for (const step of [1, 1, 2, 3]) history.push(step);
  history.undo();
  history.undo();
  expect([history.current, history.canRedo]).toEqual([1, true]);
  history.redo();
  expect(history.current).toBe(2);
  history.push(9);
  history.redo();
  expect([history.current, history.canRedo]).toEqual([9, false]);
  for (let i = 0; i < 5; i++) history.undo();
  expect([history.current, history.canUndo]).toEqual([0, false]);
});
