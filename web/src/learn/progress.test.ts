import { beforeEach, expect, test } from "vitest";
import { doneLessons, keepAnswers, keptAnswers, keptLesson, markDone } from "./progress";

beforeEach(() => localStorage.clear());

test("lessons that are done are remembered by game", () => {
  markDone("stratego", "moving");
  markDone("stratego", "scouting");
  expect([...doneLessons("stratego")]).toEqual(["moving", "scouting"]);
  expect(doneLessons("koalition").size).toBe(0);
});

test("a lesson that was left half-way goes on where it was left", () => {
  keepAnswers("stratego", "moving", [[], [{ do: "step" }]]);
  expect(keptAnswers("stratego", "moving")).toEqual([[], [{ do: "step" }]]);
  expect(keptAnswers("stratego", "bombs")).toEqual([]);
  keepAnswers("stratego", "moving", []);
  expect(keptLesson("stratego")).toBeNull();
});

test("what is not ours in the storage is ignored", () => {
  localStorage.setItem("ludotheque.lesson.stratego", "{nonsense");
  expect(keptLesson("stratego")).toBeNull();
  localStorage.setItem("ludotheque.lesson.stratego", '{"lesson": 3}');
  expect(keptAnswers("stratego", "moving")).toEqual([]);
});
