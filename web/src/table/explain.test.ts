import { expect, test, vi } from "vitest";
import { pressable } from "./explain";

const click = () => ({ currentTarget: document.body, preventDefault: vi.fn() }) as never;

test("a button with a reason is greyed, and says it instead of acting", () => {
  const [act, explain] = [vi.fn(), vi.fn()];
  const reason = { text: "Nothing to undo." };
  const greyed = pressable(reason, explain, act);
  expect(greyed["aria-disabled"]).toBe("true");
  greyed.onclick(click());
  expect(explain).toHaveBeenCalledWith(reason, document.body);
  expect(act).not.toHaveBeenCalled();
});

test("a button without a reason acts", () => {
  const [act, explain] = [vi.fn(), vi.fn()];
  const free = pressable(null, explain, act);
  expect(free["aria-disabled"]).toBeUndefined();
  free.onclick(click());
  expect(act).toHaveBeenCalledOnce();
  expect(explain).not.toHaveBeenCalled();
});
