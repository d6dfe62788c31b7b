import { expect, test } from "vitest";
import { seatKey } from "./seat-key";

test("what a player keeps is under the table's id, and under the seat where several share the device", () => {
  expect(seatKey({ id: "t", you: 1, yours: [1] })).toBe("t");
  expect(seatKey({ id: "t", you: null, yours: [] })).toBe("t");
  expect(seatKey({ id: "t", you: 1, yours: [0, 1] })).toBe("t/1");
  expect(seatKey({ id: "t", you: null, yours: [0, 1] }, 0)).toBe("t/0");
  expect(seatKey({ id: "t", you: null, yours: [0, 1] })).toBe("t/-");
});
