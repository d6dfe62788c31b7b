import { expect, test } from "vitest";
import { aroundOrder, botsBeside, keepNamesHere, namesHere } from "./around";
import { gameCard } from "./game-card.testing";

test("those on the device sit as they are named, at a private table without a clock", () => {
  const order = aroundOrder(gameCard({ least_seats: 2 }), " Anne ", ["Bruno ", "Chloé"]);
  expect(order).toMatchObject({ name: "Anne", public: false, clock: null });
  expect(order.chairs).toEqual([{ kind: "me" }, { kind: "here", name: "Bruno" }, { kind: "here", name: "Chloé" }]);
});

test("bots take the seats that are left", () => {
  const card = gameCard({ least_seats: 4, first_level: "keen" });
  expect(botsBeside(card, 2)).toHaveLength(2);
  expect(aroundOrder(card, "Anne", ["Bruno"]).chairs.slice(2)).toEqual(Array(2).fill({ kind: "bot", level: "keen" }));
  expect(botsBeside(card, 5)).toEqual([]);
});

test("names are kept for the next game", () => {
  keepNamesHere([{ kind: "me" }, { kind: "here", name: "Bruno" }]);
  expect(namesHere()).toEqual(["Bruno"]);
  keepNamesHere([{ kind: "me" }]);
  expect(namesHere()).toEqual(["Bruno"]);
});
