import { beforeEach, describe, expect, it } from "vitest";
import { Notes } from "./notes.svelte";
import type { Sight } from "./protocol";

const sight = { letters: "?".repeat(79) + "D" } as Sight;

describe("notes on enemy pieces", () => {
  beforeEach(() => localStorage.clear());

  it("are kept per table and token, and taken away by the same mark once more", () => {
    const notes = new Notes("t1");
    notes.guess(41, "B");
    notes.colour(41, "2");
    notes.guess(42, "L");
    notes.guess(42, "L");
    notes.guess(43, "?");
    expect(new Notes("t1").of(41, sight)).toEqual({ letter: "B", colour: "2" });
    expect([42, 43].map((token) => notes.of(token, sight))).toEqual([undefined, undefined]);
    expect(new Notes("t2").of(41, sight)).toBeUndefined();
    notes.clear(41);
    expect(new Notes("t1").of(41, sight)).toBeUndefined();
  });

  it("go when the rank is shown", () => {
    const notes = new Notes("t1");
    notes.guess(80, "B");
    expect(notes.of(80, sight)).toBeUndefined();
  });

  it("survive broken storage, and only of the latest tables", () => {
    localStorage.setItem("ludotheque.stratego.notes", '[null, ["t1", {"41": "ZZ", "42": "M"}]]');
    expect(new Notes("t1").of(41, sight)).toBeUndefined();
    expect(new Notes("t1").of(42, sight)).toEqual({ letter: "M", colour: "" });
    for (let i = 0; i < 20; i++) new Notes(`new${i}`).guess(41, "D");
    expect(new Notes("t1").of(42, sight)).toBeUndefined();
  });
});
