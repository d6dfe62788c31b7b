import { expect, test } from "vitest";
import { Words } from "../lib/i18n";
import type { TableCard, ChatEntry } from "../protocol/messages";
import { between, companions, initials, isMine, mayTalk, roomName, roomOf, roomsFor, TABLE, WATCHERS } from "./rooms";

const person = (name: string) => ({ kind: "human", name, level: null, here: true, proxy: null }) as const;
const robot = { kind: "bot", name: "", level: "keen", here: true, proxy: null } as const;
const table = { you: 0, seats: [person("Zoé"), person("Ali"), robot, person("Max")] } as unknown as TableCard;
const watching = { ...table, you: null };
const said = (by: number | null, to: number[] | null = null) => ({ by, to }) as ChatEntry;

test("a message belongs to one room, whichever member writes it", () => {
  expect([said(0), said(null), said(0, [3, 0]), said(3, [0, 3])].map(roomOf)).toEqual([TABLE, WATCHERS, "0,3", "0,3"]);
});

test("players enter the table's and their private rooms, spectators their own", () => {
  expect(roomsFor(table, [said(1), said(1, [0, 1])], ["0,3"])).toEqual([TABLE, "0,1", "0,3"]);
  expect(roomsFor(watching, [], [])).toEqual([WATCHERS, TABLE]);
  expect([TABLE, WATCHERS, "0,3", "1,3"].map((room) => mayTalk(table, room))).toEqual([true, false, true, false]);
  expect([TABLE, WATCHERS].map((room) => mayTalk(watching, room))).toEqual([false, true]);
});

test("own messages are recognised, with a seat or without", () => {
  const heard = (by: number | null, who: string) => ({ by, who }) as ChatEntry;
  expect(
    [heard(0, "phone"), heard(1, "me"), heard(null, "me")].map((line) => isMine(line, { you: 0, who: "me" })),
  ).toEqual([true, false, true]);
  expect(
    [heard(0, "x"), heard(null, "you"), heard(null, "me")].map((line) => isMine(line, { you: null, who: "me" })),
  ).toEqual([false, false, true]);
  expect(isMine(heard(null, "x"), { you: null, who: null })).toBe(false);
});

test("private rooms are for people and programs, not bots, and named after them", () => {
  const words = new Words({ talk: { table: "la table" } });
  expect(companions(table)).toEqual([1, 3]);
  const program = { ...person("Machine"), kind: "program" } as const;
  expect(companions({ ...table, seats: [person("Zoé"), program, robot] })).toEqual([1]);
  expect(roomName(table, between([3, 0, 1]), words, "fr")).toBe("Ali et Max");
  expect(roomName(table, TABLE, words, "fr")).toBe("La table");
});

test("initials are one or two letters", () => {
  expect(["Zoé", "anne-marie le goff", "🦊", ""].map(initials)).toEqual(["Z", "AG", "?", "?"]);
});
