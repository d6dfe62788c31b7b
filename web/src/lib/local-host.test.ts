import { expect, it } from "vitest";
import { isLocalHost } from "./local-host";

it.each(["localhost", "LOCALHOST", "jeux.localhost", "127.0.0.1", "127.0.1.1", "[::1]"])("%s is local", (name) => {
  expect(isLocalHost(name)).toBe(true);
});

it.each(["192.168.1.20", "jeux.example", "localhost.example", "[fe80::1]", "1127.0.0.1"])("%s is not", (name) => {
  expect(isLocalHost(name)).toBe(false);
});
