/** How the build divides the code into files: what a first visit needs comes in few of them, and nothing besides. */

/** What rolldown tells about a module. */
interface Module {
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

interface Graph {
  getModuleInfo: (id: string) => Module | null;
}

/** A module that fewer parts need than this stays where rolldown puts it. */
const MANY = 4;
/** A game's own parts, by its name: its mat, the figures of its rulebook, what comes late in the game. */
const OWN = /\/games\/(\w+)\//;
const SCREEN = /\/games\/\w+\/screen\.ts$|\/ScreenPage\.svelte$/;
const parts = new Map<string, ReadonlySet<string>>();

/** The parts that need a module at once: pages, games, dialogs and whatever else is fetched when it is first needed. */
function partsWith(id: string, graph: Graph): ReadonlySet<string> {
  const known = parts.get(id);
  if (known) return known;
  const found = new Set<string>();
  const seen = new Set([id]);
  for (const module of seen) {
    const info = graph.getModuleInfo(module);
    if (info?.isEntry || info?.dynamicImporters.length) found.add(module);
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  parts.set(id, found);
  return found;
}

/** The name of the file that a module goes to; null where it is left to rolldown. */
export function chunkOf(id: string, graph: Graph): string | null {
  const all = [...partsWith(id, graph)];
  // A hand is fetched after its game: it makes no part of its own of what the game needs anyway.
  const held = all.filter((part) => !part.endsWith("/PhoneHand.svelte"));
  const needing = held.length ? held : all;
  const [only] = needing;
  if (needing.length === 1 && only?.endsWith("/game.ts")) return only.split("/").at(-2) ?? null;
  const needs = (end: string) => needing.some((part) => part.endsWith(end));
  if (needing.length < 2) return null;
  // The home page and a table are where people come in.
  const [table, home] = [needs("/pages/TablePage.svelte"), needs("/pages/HomePage.svelte")];
  if (needs("/src/main.ts") || needs("/index.html") || (table && home)) return "shared";
  if (table) return "table";
  // A shared screen takes what others have: it does not change where that comes from.
  const others = needing.filter((part) => !SCREEN.test(part));
  // What a game's mat shares with its other parts comes in one file; the home page has its cover without that.
  const games = new Set(others.map((part) => OWN.exec(part)?.[1]));
  const [game] = games;
  if (games.size === 1 && game) return needs("/game.ts") && !needs("/Cover.svelte") ? game : null;
  if (others.length < MANY) return null;
  return needs("/Cover.svelte") ? "shared" : needs("/game.ts") ? "table" : "pages";
}
