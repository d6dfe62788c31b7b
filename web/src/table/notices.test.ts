import { expect, test } from "vitest";
import { Words } from "../lib/i18n";
import type { Notice, TableCard } from "../protocol/messages";
import { noticeSentence } from "./notices";

const person = (name: string) => ({ kind: "human", name, level: null, here: true, proxy: null, advised: 0 });
const table = { seats: [person("Zoé"), person("Ali")] } as unknown as TableCard;
const words = new Words({
  news: {
    late: "trop tard, {name}.",
    moved_remove: "{mover} veut remplacer {name}.",
    carried_end: "fini.",
    paced_fast: "{mover} presse les robots.",
  },
});
const notice = (changes: Partial<Notice>): Notice => ({
  seq: 1,
  at: 5,
  after: 2,
  kind: "late",
  motion: null,
  seat: null,
  by: null,
  pace: null,
  ...changes,
});
const sentence = (changes: Partial<Notice>) => noticeSentence(notice(changes), table, words);

test("notices name the players they are about", () => {
  expect(sentence({ seat: 1 })).toBe("Trop tard, Ali.");
  expect(sentence({ kind: "moved", motion: "remove", seat: 1, by: 0 })).toBe("Zoé veut remplacer Ali.");
  expect(sentence({ kind: "carried", motion: "end" })).toBe("Fini.");
  expect(sentence({ kind: "paced", pace: "fast", by: 0 })).toBe("Zoé presse les robots.");
});
