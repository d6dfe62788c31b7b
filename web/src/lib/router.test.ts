import { expect, test } from "vitest";
import { parse } from "./router.svelte";

test("addresses lead to pages", () => {
  expect(parse("/")).toEqual({ page: "shelf" });
  expect(parse("/open/stratego")).toEqual({ page: "open", game: "stratego" });
  expect(parse("/t/a%20b/")).toEqual({ page: "table", id: "a b" });
  expect(parse("/rules/stratego", "#stratego.move.fixed")).toEqual({
    page: "rules",
    game: "stratego",
    clause: "stratego.move.fixed",
  });
});

test("anything else leads nowhere, without falling over", () => {
  for (const path of ["/t", "/t/a/b", "/elsewhere/x", "/%E0%A4%A"]) {
    expect(parse(path)).toEqual({ page: "nowhere" });
  }
});
