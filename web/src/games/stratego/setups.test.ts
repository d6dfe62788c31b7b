import { beforeEach, describe, expect, it } from "vitest";
import { gameFile } from "../../lib/catalogue.testing";
import { EMPTY, KINDS } from "./pieces";
import {
  countLeft,
  forgetDraft,
  forgetSetup,
  inBox,
  isDraftReady,
  keepDraft,
  mirrored,
  NOTHING,
  readDraft,
  readLetters,
  savedSetups,
  saveSetup,
  setDraftReady,
  swapped,
} from "./setups";

const FULL = "BMBFEDEHDG EBGDCEKDFE HBIGBJHFDB DHDLIGIDJF";
const whole = FULL.replaceAll(" ", "");

describe("the pieces", () => {
  it("are those of the box", () => {
    const box = gameFile("stratego", "box.toml")
      .split("[[piece]]")
      .slice(1)
      .map((piece) => {
        const value = (key: string) => new RegExp(`^${key} = "?(\\w+)"?$`, "m").exec(piece)?.[1];
        const rank = value("rank");
        return [value("letter"), rank ? Number(rank) : null, Number(value("full")), Number(value("training"))];
      });
    const ours = KINDS.map((kind) => [kind.letter, kind.rank, kind.full, kind.training]);
    expect(ours.sort()).toEqual(box.sort());
  });
});

describe("set-ups as letters", () => {
  it("are read whatever stands between the rows", () => {
    expect(readLetters(FULL, "full")).toEqual([...whole]);
    expect(readLetters(FULL.toLowerCase().replaceAll(" ", "\n"), "full")).toEqual([...whole]);
  });

  it("are refused with what is wrong", () => {
    expect(readLetters(whole.replace("M", "?"), "full")).toEqual({ key: "letter", args: { letter: "?" } });
    expect(readLetters(whole.slice(1), "full")).toEqual({ key: "count", args: { count: 39 } });
    expect(readLetters(whole.replace("M", "B"), "full")).toEqual({
      key: "balance",
      args: { piece: "B", count: 7, want: 6 },
    });
    expect(readLetters(whole, "training")).toMatchObject({ key: "balance" });
  });

  it("count what is still in the box", () => {
    expect(countLeft(NOTHING, "full")).toBe(40);
    expect(countLeft(NOTHING, "training")).toBe(10);
    expect(countLeft([...whole], "full")).toBe(0);
    expect(inBox(NOTHING.with(0, "D"), "full").get("D")).toBe(7);
  });

  it("are mirrored row by row, and twice is once", () => {
    expect(
      mirrored([...whole])
        .slice(0, 10)
        .join(""),
    ).toBe("GDHEDEFBMB");
    expect(mirrored(mirrored([...whole])).join("")).toBe(whole);
  });

  it("swap two squares", () => {
    expect(swapped([...whole], 0, 1).slice(0, 2)).toEqual(["M", "B"]);
  });
});

describe("set-ups kept in the browser", () => {
  beforeEach(() => localStorage.clear());

  it("are saved, replaced and forgotten by name and army", () => {
    const setup = { name: "Ruse", army: "full" as const, letters: whole };
    const mirror = { ...setup, letters: mirrored([...whole]).join("") };
    saveSetup(setup);
    saveSetup({ ...setup, name: "Autre" });
    expect(saveSetup(mirror)).toEqual([{ ...setup, name: "Autre" }, mirror]);
    expect(forgetSetup(mirror)).toEqual([{ ...setup, name: "Autre" }]);
    expect(savedSetups()).toHaveLength(1);
  });

  it("are left out when they are no longer set-ups", () => {
    localStorage.setItem(
      "ludotheque.stratego.setups",
      JSON.stringify([null, { name: "x", army: "full", letters: "B" }]),
    );
    expect(savedSetups()).toEqual([]);
    localStorage.setItem("ludotheque.stratego.setups", "{");
    expect(savedSetups()).toEqual([]);
  });

  it("include the draft of the latest table only", () => {
    const draft = NOTHING.with(3, "M");
    keepDraft("t1", draft);
    expect(readDraft("t1")).toEqual(draft);
    expect(readDraft("t2")).toBeNull();
    expect(draft.filter((letter) => letter === EMPTY)).toHaveLength(39);
  });

  it("include no draft of an army that stands", () => {
    keepDraft("t1/0", [...whole]);
    forgetDraft("t1/1");
    expect(readDraft("t1/0")).toEqual([...whole]);
    forgetDraft("t1/0");
    expect(readDraft("t1/0")).toBeNull();
  });

  it("include a draft to be sent at the start, until it is changed", () => {
    setDraftReady("t1", true);
    expect(isDraftReady("t1")).toBe(false);
    keepDraft("t1", [...whole]);
    setDraftReady("t1", true);
    expect([isDraftReady("t1"), isDraftReady("t2")]).toEqual([true, false]);
    expect(readDraft("t1")).toEqual([...whole]);
    setDraftReady("t1", false);
    expect(isDraftReady("t1")).toBe(false);
    setDraftReady("t1", true);
    keepDraft("t1", NOTHING);
    expect(isDraftReady("t1")).toBe(false);
  });
});
