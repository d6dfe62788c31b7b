import { expect, test } from "vitest";
import { Words } from "../lib/i18n";
import type { Notice, TableCard } from "../protocol/messages";
import { newsSentence } from "./news";

const person = (name: string) => ({ kind: "human", name, level: null, here: true, proxy: null });
const table = { seats: [person("Zoé"), person("Ali")] } as unknown as TableCard;
const words = new Words({
  news: { late: "trop tard, {name}.", moved_remove: "{mover} veut remplacer {name}.", carried_end: "fini." },
});
const news = (changes: Partial<Notice>): Notice => ({
  seq: 1,
  at: 5,
  after: 2,
  kind: "late",
  motion: null,
  seat: null,
  by: null,
  ...changes,
});
const said = (changes: Partial<Notice>) => newsSentence(news(changes), table, words);

test("news name the players they are about", () => {
  expect(said({ seat: 1 })).toBe("Trop tard, Ali.");
  expect(said({ kind: "moved", motion: "remove", seat: 1, by: 0 })).toBe("Zoé veut remplacer Ali.");
  expect(said({ kind: "carried", motion: "end" })).toBe("Fini.");
});
