/** A game's static data (its "box"): fetched once in each language, then available to the whole mat. */
import { ApiError } from "../lib/api";
import { language } from "../lib/language.svelte";

/** The accessors of a game's box: a `Box` made of the server's data, or of `empty` before it has come. */
export function gameData<Data, B>(game: string, Box: new (data: Data) => B, empty: Data) {
  const path = `/api/games/${game}/extras/*`;
  let given = $state.raw<Data | undefined>();
  const data = () => given ?? language.get<Data>(path);
  let made: { from: Data | undefined; box: B } | null = null;

  return {
    /** Set the data, in the place of the server's. */
    open: (data: Data): void => void (given = data),
    /** The box, once it is there; an empty one before. */
    theBox: (): B => {
      const from = data();
      if (made?.from !== from || !made) made = { from, box: new Box(from ? (inBoth(from) as Data) : empty) };
      return made.box;
    },
    isOpen: (): boolean => data() !== undefined,
    /** Fetch the data, unless it is there; try again while the server does not answer. */
    fetchBox: async (): Promise<void> => {
      for (let wait = 500; !data(); wait = Math.min(wait * 2, 8000)) {
        try {
          await language.load(path);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          await new Promise((again) => setTimeout(again, wait));
        }
      }
    },
  };
}

/** Data with every text that came in one language in the place of both: in another, the data is fetched anew. */
function inBoth(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(inBoth);
  if (typeof data !== "object" || data === null) return data;
  const entries = Object.entries(data);
  const [only, text] = entries[0] ?? [];
  if (entries.length === 1 && (only === "fr" || only === "en")) return { fr: text, en: text };
  return Object.fromEntries(entries.map(([key, entry]) => [key, inBoth(entry)]));
}
