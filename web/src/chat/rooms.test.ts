import { expect, test } from "vitest";
import { Words } from "../lib/i18n";
import type { TableCard, ChatEntry } from "../protocol/messages";
import {
  between,
  companions,
  initials,
  isMine,
  mayWrite,
  roomName,
  roomOf,
  roomsFor,
  TABLE,
  SPECTATORS,
} from "./rooms";

const person = (name: string) => ({ kind: "human", name, level: null, here: true, proxy: null, advised: 0 }) as const;
const robot = { kind: "bot", name: "", level: "keen", here: true, proxy: null, advised: 0 } as const;
const table = { you: 0, seats: [person("Zoé"), person("Ali"), robot, person("Max")] } as unknown as TableCard;
const watching = { ...table, you: null };
const said = (by: number | null, to: number[] | null = null) => ({ by, to }) as ChatEntry;

test("a message belongs to one room, whichever member writes it", () => {
  expect([said(0), said(null), said(0, [3, 0]), said(3, [0, 3])].map(roomOf)).toEqual([
    TABLE,
    SPECTATORS,
    "0,3",
    "0,3",
  ]);
});

test("players enter the table's and their private rooms, spectators their own", () => {
  expect(roomsFor(table, [said(1), said(1, [0, 1])], ["0,3"])).toEqual([TABLE, "0,1", "0,3"]);
  expect(roomsFor(watching, [], [])).toEqual([SPECTATORS, TABLE]);
  expect([TABLE, SPECTATORS, "0,3", "1,3"].map((room) => mayWrite(table, room))).toEqual([true, false, true, false]);
  expect([TABLE, SPECTATORS].map((room) => mayWrite(watching, room))).toEqual([false, true]);
});

test("own messages are recognised, with a seat or without", () => {
  const message = (by: number | null, who: string) => ({ by, who }) as ChatEntry;
  expect(
    [message(0, "phone"), message(1, "me"), message(null, "me")].map((entry) => isMine(entry, { you: 0, who: "me" })),
  ).toEqual([true, false, true]);
  expect(
    [message(0, "x"), message(null, "you"), message(null, "me")].map((entry) =>
      isMine(entry, { you: null, who: "me" }),
    ),
  ).toEqual([false, false, true]);
  expect(isMine(message(null, "x"), { you: null, who: null })).toBe(false);
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
