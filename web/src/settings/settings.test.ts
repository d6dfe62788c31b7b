import { beforeAll, expect, test, vi } from "vitest";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
});

test("what is stored is read back, and what is not a setting is left out", async () => {
  const { readSettings } = await import("./settings.svelte");
  const defaults = readSettings(null, false);
  expect(defaults).toEqual({
    sound: true,
    volume: 0.6,
    vibrate: false,
    speed: "full",
    confirm: false,
    text: "normal",
    theme: "system",
  });
  expect(readSettings(null, true)).toEqual({ ...defaults, sound: false, vibrate: true });
  const chosen = {
    sound: true,
    volume: 0,
    vibrate: false,
    speed: "short",
    confirm: true,
    text: "larger",
    theme: "dark",
  };
  expect(readSettings(JSON.stringify(chosen), true)).toEqual(chosen);
  for (const text of ["{", "null", "3", '{"volume":7,"speed":"warp","theme":1,"sound":"yes"}'])
    expect(readSettings(text, false)).toEqual(defaults);
});

test("durations follow the speed, and the settings are stored", async () => {
  const { settings } = await import("./settings.svelte");
  expect(settings.duration(500)).toBe(500);
  settings.set("speed", "short");
  expect(settings.duration(500)).toBe(200);
  settings.set("speed", "off");
  expect(settings.duration(500)).toBe(0);
  expect(JSON.parse(localStorage.getItem("ludotheque.settings") ?? "")).toMatchObject({ speed: "off" });
});
