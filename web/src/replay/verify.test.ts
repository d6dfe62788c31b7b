import { expect, test } from "vitest";
import { verify, type Known } from "./verify";

// printf '\x00\xff' | sha256sum
const COMMITMENT = "06eb7d6a69ee19e5fbdf749018d3d2abfa04bcbd1365db312eb86dc7169389b8";
const record = (secret: string | null) =>
  [
    { line: "game", commitment: COMMITMENT, nonces: ["mine", "yours"] },
    { line: "move", seat: 0 },
    { line: "move", seat: -1 },
    ...(secret === null ? [] : [{ line: "end", secret }]),
  ]
    .map((line) => JSON.stringify(line))
    .join("\n") + "\n";
const known: Known = { commitment: COMMITMENT, moves: 2, nonce: "mine" };
const found = async (secret: string | null, changes: Partial<Known> = {}) =>
  Object.fromEntries((await verify(record(secret), { ...known, ...changes })).map(({ name, holds }) => [name, holds]));

test("an honest record holds", async () => {
  expect(await found("00ff")).toEqual({ promise: true, secret: true, moves: true, nonce: true });
  expect(await found("00ff", { nonce: null })).toEqual({ promise: true, secret: true, moves: true });
});

test("whatever was changed is found", async () => {
  expect(await found("00fe")).toMatchObject({ secret: false });
  expect(await found("00ff", { commitment: "other" })).toMatchObject({ promise: false });
  expect(await found("00ff", { moves: 3 })).toMatchObject({ moves: false });
  expect(await found("00ff", { nonce: "another" })).toMatchObject({ nonce: false });
});

test("a game that was not finished keeps its secret", async () => {
  expect(await found(null)).toMatchObject({ secret: null });
});
