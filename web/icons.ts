/** The icons of game-icons.net for the build, with their coordinates rounded. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { optimize } from "svgo";

interface IconSet {
  icons: Record<string, { body: string } | undefined>;
}

/** The side of the square that they are drawn in. None is shown at this size: whole units are finer than a pixel. */
const SIDE = 512;

let loaded: Promise<IconSet> | null = null;

/** The drawing of an icon. Rounded to whole units it takes half as much to send; svgo keeps errors from adding up. */
export async function gameIcon(name: string): Promise<string | undefined> {
  const path = createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json");
  loaded ??= readFile(path, "utf-8").then((text) => JSON.parse(text) as IconSet);
  const icon = (await loaded).icons[name];
  if (!icon) return undefined;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${icon.body}</svg>`;
  return optimize(drawing, { plugins: [{ name: "convertPathData", params: { floatPrecision: 0 } }] }).data;
}
