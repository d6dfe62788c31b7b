import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const src = resolve(process.cwd(), "src");
/** The smallest text, in pixels; a rem has sixteen. */
const SMALLEST = 12;
/** Drawings with a viewBox: their sizes are in units of the drawing, which is shown larger. */
const DRAWINGS = /(Hemicycle|SetupPicture)\.svelte$/;

it("no text is smaller than twelve pixels", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf-8" }).filter((path) => /\.(svelte|css)$/.test(path));
  const small = files
    .filter((path) => !DRAWINGS.test(path))
    .flatMap((path) =>
      [...readFileSync(join(src, path), "utf-8").matchAll(/(?:\bfont(?:-size)?|--type-\d+):\s*([^;/]*)/g)].flatMap(
        ([, value = ""]) =>
          [...value.matchAll(/(?<![\w.-])(\d*\.?\d+)(rem|px)\b/g)]
            .filter(([, number, unit]) => Number(number) * (unit === "rem" ? 16 : 1) < SMALLEST)
            .map(([size]) => `${path} ${size}`),
      ),
    );
  expect(files.length).toBeGreaterThan(140);
  expect(small).toEqual([]);
});
