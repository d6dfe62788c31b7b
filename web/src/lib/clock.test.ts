import { expect, test } from "vitest";
import { clockName, digits, left } from "./clock";
import { Words } from "./i18n";

const words = new Words({
  clock: {
    none: "sans pendule",
    left_days: "{days} j {hours} h",
    minutes: "{n} min",
    seconds: "{n} s",
    bank: "{bank} + {increment} s par coup",
    one_day: "un jour par coup",
    days: "{days} jours par coup",
  },
});

test("only a running clock runs, and never below nothing", () => {
  expect(left({ left_ms: 5000, running: true }, 1200)).toBe(3800);
  expect(left({ left_ms: 5000, running: false }, 1200)).toBe(5000);
  expect(left({ left_ms: 500, running: true }, 1200)).toBe(0);
});

test("digits say as much as matters", () => {
  const read = (seconds: number) => digits(seconds * 1000, words);
  expect([read(9.87), read(65), read(600), read(3725), read(86_400 * 3 + 7200)]).toEqual([
    "9.8",
    "1:05",
    "10:00",
    "1:02:05",
    "3 j 2 h",
  ]);
});

test("a clock setting has a name", () => {
  expect(clockName(null, words)).toBe("Sans pendule");
  expect(clockName({ kind: "live", bank: 600, increment: 5 }, words)).toBe("10 min + 5 s par coup");
  expect(clockName({ kind: "live", bank: 90 }, words)).toBe("90 s");
  expect(clockName({ kind: "days", days: 1 }, words)).toBe("Un jour par coup");
  expect(clockName({ kind: "days", days: 3 }, words)).toBe("3 jours par coup");
});
