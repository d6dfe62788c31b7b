import { expect, test } from "vitest";
import { parse } from "./router.svelte";

test("paths are parsed into routes", () => {
  expect(parse("/")).toEqual({ page: "home" });
  expect(parse("/open/stratego")).toEqual({ page: "new-table", game: "stratego" });
  expect(parse("/learn/stratego")).toEqual({ page: "learn", game: "stratego" });
  expect(parse("/learn/stratego/moving")).toEqual({ page: "lesson", game: "stratego", lesson: "moving" });
  expect(parse("/t/a%20b/")).toEqual({ page: "table", id: "a b" });
  expect(parse("/t/a/replay")).toEqual({ page: "replay", id: "a" });
  expect(parse("/t/a/screen")).toEqual({ page: "screen", id: "a" });
  expect(parse("/t/a/claim/x-y")).toEqual({ page: "claim", id: "a", code: "x-y" });
  expect(parse("/clubs")).toEqual({ page: "clubs" });
  expect(parse("/c/abc")).toEqual({ page: "club", id: "abc", code: "" });
  expect(parse("/c/abc/join/x_-")).toEqual({ page: "club", id: "abc", code: "x_-" });
  expect(parse("/e/abc")).toEqual({ page: "tournament", id: "abc" });
  expect(parse("/p/abc")).toEqual({ page: "player", handle: "abc" });
  expect(parse("/player")).toEqual({ page: "player", handle: "" });
  expect(parse("/ladder/stratego")).toEqual({ page: "ladder", game: "stratego" });
  expect(parse("/me")).toEqual({ page: "account" });
  expect(parse("/moderation")).toEqual({ page: "moderation", code: "" });
  expect(parse("/moderation/x~y.1.z")).toEqual({ page: "moderation", code: "x~y.1.z" });
  expect(parse("/calls/confirm/a/x-y")).toEqual({ page: "email-link", action: "confirm", id: "a", code: "x-y" });
  expect(parse("/calls/end/a/x-y")).toEqual({ page: "email-link", action: "end", id: "a", code: "x-y" });
  expect(parse("/calls/elsewhere")).toEqual({ page: "wrong-account" });
  expect(parse("/rules/stratego", "#stratego.move.fixed")).toEqual({
    page: "rules",
    game: "stratego",
    clause: "stratego.move.fixed",
  });
});

test("unknown and malformed paths are not found", () => {
  for (const path of [
    "/t",
    "/me/x",
    "/moderation/x/y",
    "/t/a/b",
    "/t/a/claim",
    "/t/a/replay/2",
    "/t/a/screen/2",
    "/calls/confirm/a",
    "/calls/eat/a/b",
    "/elsewhere/x",
    "/%E0%A4%A",
  ]) {
    expect(parse(path)).toEqual({ page: "not-found" });
  }
});
