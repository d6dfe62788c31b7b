import { expect, test, vi } from "vitest";
import { MoveConfirmation } from "./confirmation.svelte";

const ack = { t: "ack", id: "1", seq: 2 } as const;

test("a move is sent only once it is confirmed", async () => {
  const confirmation = new MoveConfirmation();
  const send = vi.fn(() => Promise.resolve(ack));
  const answer = confirmation.ask(7, [], send);
  expect(confirmation.question).toBe(7);
  expect(send).not.toHaveBeenCalled();
  await confirmation.accept();
  await expect(answer).resolves.toEqual(ack);
  await confirmation.accept();
  expect(send).toHaveBeenCalledOnce();
});

test("a second move takes the place of the first, and cancelling sends none", async () => {
  const confirmation = new MoveConfirmation();
  const send = vi.fn(() => Promise.resolve(ack));
  const first = confirmation.ask(7, [], send);
  const second = confirmation.ask(7, [], send);
  await expect(first).resolves.toMatchObject({ code: "withdrawn" });
  confirmation.cancel();
  await expect(second).resolves.toMatchObject({ code: "withdrawn" });
  expect([confirmation.question, send.mock.calls.length]).toEqual([null, 0]);
});
