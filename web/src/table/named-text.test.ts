import { expect, it } from "vitest";
import { tableOf } from "../games/samples.testing";
import { Words } from "../lib/i18n";
import { seatName } from "../lib/names";
import { markNames, splitNames } from "./named-text";

const words = new Words({ elision: "’", event: { took: "{who} prend la carte de {from}." } });
const table = tableOf("politico", 4);
const marked = markNames(table, words);
const names = table.seats.map((_, seat) => seatName(table, seat, words));
const took = (who: number, from: number) =>
  words.say("event.took", { who: seatName(marked, who, words), from: seatName(marked, from, words) });

it("names are found where a sentence has put them", () => {
  expect(splitNames(took(0, 1), names)).toEqual([
    { text: "Camille", seat: 0 },
    { text: " prend la carte de ", seat: null },
    { text: "Dominique", seat: 1 },
    { text: ".", seat: null },
  ]);
});

it("a marked name keeps its elision", () => {
  expect(splitNames(took(1, 2), names).slice(1, 3)).toEqual([
    { text: " prend la carte d’", seat: null },
    { text: "Émile", seat: 2 },
  ]);
});

it("a name that is also a word is marked only where the game means the player", () => {
  expect(splitNames("La carte de Camille reste.", names)).toEqual([{ text: "La carte de Camille reste.", seat: null }]);
});

it("a mark without its name is dropped", () => {
  expect(splitNames("Rien\ue003 ici.", names)).toEqual([
    { text: "Rien", seat: null },
    { text: " ici.", seat: null },
  ]);
});
