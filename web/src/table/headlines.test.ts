import { expect, it } from "vitest";
import type { Entry } from "../protocol/messages";
import { headlines } from "./headlines";

const story = [["one", ""], ["two"], ["", "three", "four"]].map((events) => ({ events }) as Entry<string>);
const sentence = (event: string) => event || null;

it("returns the latest sentences, newest first", () => {
  expect(headlines(story, sentence)).toEqual(["four"]);
  expect(headlines(story, sentence, 3)).toEqual(["four", "three", "two"]);
});

it("looks back a limited number of entries, and may be empty", () => {
  expect(headlines(story, sentence, 9, 1)).toEqual(["four", "three"]);
  expect(headlines([], sentence)).toEqual([]);
});
