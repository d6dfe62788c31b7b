import { expect, test } from "vitest";
import { verify, type Known } from "./verify";

// printf '\x00\xff' | sha256sum
const COMMITMENT = "06eb7d6a69ee19e5fbdf749018d3d2abfa04bcbd1365db312eb86dc7169389b8";
const record = (secret: string | null, header: object = {}) =>
  [
    { line: "game", commitment: COMMITMENT, nonces: ["mine", "yours"], ...header },
    { line: "move", seat: 0 },
    { line: "move", seat: -1 },
    ...(secret === null ? [] : [{ line: "end", secret }]),
  ]
    .map((entry) => JSON.stringify(entry))
    .join("\n") + "\n";
const promise = { commitment: COMMITMENT, nonce: "mine" };
const known: Known = { commitment: COMMITMENT, moves: 2, you: 0, promise };
const found = async (secret: string | null, changes: Partial<Known> = {}, header: object = {}) =>
  Object.fromEntries(
    (await verify(record(secret, header), { ...known, ...changes })).map(({ name, holds }) => [name, holds]),
  );

test("an unchanged record passes every check", async () => {
  expect(await found("00ff")).toEqual({ promise: true, secret: true, moves: true, nonce: true });
});

test("without a stored commitment the check is undecided", async () => {
  expect(await found("00ff", { promise: null })).toEqual({ promise: null, secret: true, moves: true, nonce: null });
  expect(await found("00ff", { promise: null, you: null })).toEqual({ promise: null, secret: true, moves: true });
});

test("bots pass with an empty nonce only", async () => {
  const kinds = ["human", "bot/expert"];
  expect(await found("00ff", {}, { kinds, nonces: ["mine", ""] })).toMatchObject({ nonce: true, bots: true });
  expect(await found("00ff", {}, { kinds })).toMatchObject({ bots: null });
});

test("any change of the record is found", async () => {
  expect(await found("00fe")).toMatchObject({ secret: false });
  expect(await found("00ff", { commitment: "other", promise: null })).toMatchObject({ promise: false });
  expect(await found("00ff", { promise: { ...promise, commitment: "other" } })).toMatchObject({ promise: false });
  expect(await found("00ff", { moves: 3 })).toMatchObject({ moves: false });
  expect(await found("00ff", { promise: { ...promise, nonce: "another" } })).toMatchObject({ nonce: false });
  expect(await found("00ff", { promise: { ...promise, nonce: "yours" } })).toMatchObject({ nonce: false });
});

test("an unfinished game has no secret to check", async () => {
  expect(await found(null)).toMatchObject({ secret: null });
});
