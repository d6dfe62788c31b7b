import { beforeEach, expect, test } from "vitest";
import type { ChatEntry } from "../protocol/messages";
import { Inbox } from "./inbox.svelte";
import { TABLE } from "./rooms";

const said = (seq: number, by: number, to: number[] | null = null) =>
  ({ seq, at: seq, by, who: `w${by}`, name: "", text: "…", to }) as ChatEntry;

beforeEach(() => localStorage.clear());

test("the chat opens with the newest unread message, private ones first, then with the last room", () => {
  const inbox = new Inbox("t1", () => ({ you: 0, who: "w0" }));
  expect(inbox.roomToOpen([])).toBeNull();
  const messages = [said(1, 1, [0, 1]), said(2, 2, [0, 2]), said(3, 1), said(4, 0, [0, 3])];
  expect(inbox.roomToOpen(messages)).toBe("0,2");
  inbox.markRead(messages, "0,2");
  expect(inbox.roomToOpen(messages)).toBe("0,1");
  inbox.markRead(messages, "0,1");
  expect(inbox.roomToOpen(messages)).toBe(TABLE);
  inbox.markRead(messages, TABLE);
  inbox.lastRoom = "0,2";
  expect(inbox.roomToOpen(messages)).toBe("0,2");
  inbox.mute("w1", true);
  expect(inbox.roomToOpen([said(5, 1, [0, 1])])).toBe("0,2");
});
