import { expect, test } from "vitest";
import { decodeBase64url, encodeBase64url } from "./base64url";

test("bytes survive base64url encoding", () => {
  for (const data of [[], [0], [255, 254, 253], [251, 239, 190, 62], Array.from({ length: 300 }, (_, i) => i % 256)]) {
    const text = encodeBase64url(Uint8Array.from(data).buffer);
    expect(text).toMatch(/^[\w-]*$/);
    expect([...decodeBase64url(text)]).toEqual(data);
  }
});
