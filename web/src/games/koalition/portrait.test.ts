import { expect, it } from "vitest";
import { featuresOf } from "./portrait";

it("a card keeps its portrait", () => {
  expect(featuresOf("rose1", "Églantine Desbourgeons")).toEqual(featuresOf("rose1", "Églantine Desbourgeons"));
});

it("faces differ", () => {
  const faces = Array.from({ length: 60 }, (_, i) => JSON.stringify(featuresOf(`hat${i}`, i % 2 ? "Rosita" : "Knut")));
  expect(new Set(faces).size).toBeGreaterThan(50);
});

it("names of women get no beard", () => {
  for (let i = 0; i < 40; i++) expect(featuresOf(`leaf${i}`, "Clémentine Compost").beard).toBe("none");
});
