import { expect, it } from "vitest";
import type { Entry } from "../protocol/messages";
import { headlines } from "./headlines";

const story = [["one", ""], ["two"], ["", "three", "four"]].map((events) => ({ events }) as Entry<string>);
const tell = (event: string) => event || null;

it("returns the latest sentences, newest first", () => {
  expect(headlines(story, tell)).toEqual(["four"]);
  expect(headlines(story, tell, 3)).toEqual(["four", "three", "two"]);
});

it("looks back a limited number of entries, and may be empty", () => {
  expect(headlines(story, tell, 9, 1)).toEqual(["four", "three"]);
  expect(headlines([], tell)).toEqual([]);
});
