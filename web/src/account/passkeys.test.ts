import { expect, test } from "vitest";
import { base64url, bytes, device } from "./passkeys";

test("bytes survive base64url encoding", () => {
  for (const data of [[], [0], [255, 254, 253], [251, 239, 190, 62], Array.from({ length: 300 }, (_, i) => i % 256)]) {
    const text = base64url(Uint8Array.from(data).buffer);
    expect(text).toMatch(/^[\w-]*$/);
    expect([...bytes(text)]).toEqual(data);
  }
});

test("a passkey is named after its device", () => {
  expect(device("here", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)")).toBe("iPhone");
  expect(device("here", "Mozilla/5.0 (X11; Linux x86_64) Chrome/140")).toBe("Linux");
  expect(device("here", "something else")).toBe("here");
});
