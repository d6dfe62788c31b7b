import { expect, it } from "vitest";
import type { Entry } from "../protocol/messages";
import { headlines } from "./headlines";

const story = [["one", ""], ["two"], ["", "three", "four"]].map((events) => ({ events }) as Entry<string>);
const tell = (event: string) => event || null;

it("tells the latest line, newest first", () => {
  expect(headlines(story, tell)).toEqual(["four"]);
  expect(headlines(story, tell, 3)).toEqual(["four", "three", "two"]);
});

it("looks back only so far, and says nothing where there is nothing to say", () => {
  expect(headlines(story, tell, 9, 1)).toEqual(["four", "three"]);
  expect(headlines([], tell)).toEqual([]);
});
