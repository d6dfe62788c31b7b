import { expect, test } from "vitest";
import { device } from "./passkeys";

test("a passkey is named after its device", () => {
  expect(device("here", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)")).toBe("iPhone");
  expect(device("here", "Mozilla/5.0 (X11; Linux x86_64) Chrome/140")).toBe("Linux");
  expect(device("here", "something else")).toBe("here");
});
