/** The current language, and what has been loaded in it: catalogues, and the texts of boxes. */
import { untrack } from "svelte";
import { ApiError, fetchJson, versioned } from "./api";
import { type Catalogue, type Lang, preferredLanguage, Words } from "./i18n";
import { readStored, writeStored } from "./storage";

/** The app's words that tables do not show, and of each game what lists and forms say about it. */
interface PageWords {
  house: Catalogue;
  games: { readonly [game: string]: Catalogue };
}

// Paths on the server, with a star for the language.
const SHARED = "/api/words/*/shared";
const PAGES = "/api/words/*/pages";
const boardWords = (game: string) => `/api/games/${encodeURIComponent(game)}/words/*/board`;
const laterWords = (game: string) => `/api/games/${encodeURIComponent(game)}/words/*/later`;

/** The language that was chosen by hand; without one, the browser's. */
function initialLanguage(): Lang {
  const chosen = readStored("language");
  if (chosen === "fr" || chosen === "en") return chosen;
  // Earlier versions stored French for everyone, but English only for those who chose it.
  return readStored("lang") === "en" ? "en" : preferredLanguage(navigator.languages);
}

const fetchIn = (lang: Lang, path: string) => fetchJson<unknown>(versioned(path.replace("*", lang)));

class Language {
  current = $state<Lang>(initialLanguage());
  /** What has been loaded in the current language, by its path. */
  private loaded = $state.raw<Readonly<Record<string, unknown>>>({});
  private readonly loading = new Map<string, Promise<void>>();
  private wanted: Lang = this.current;

  private readonly pages = $derived(this.get<PageWords>(PAGES));
  private readonly house = $derived<Catalogue>({ ...this.get<Catalogue>(SHARED), ...this.pages?.house });
  /** The words that all games share. */
  readonly words = $derived(new Words(this.house));
  readonly ready = $derived(SHARED in this.loaded);
  /** The games, once the words of the pages are there. */
  readonly games = $derived(Object.keys(this.pages?.games ?? {}));

  /** A game's words, as far as they have been loaded, then the shared ones. */
  of(game: string): Words {
    const [board, later] = [this.get<Catalogue>(boardWords(game)), this.get<Catalogue>(laterWords(game))];
    return new Words({ ...this.pages?.games[game], ...board, ...later }, this.house);
  }

  /** Load the words that every page shows, in the current language. */
  start(): Promise<void> {
    return this.change(this.current);
  }

  /** Load the words that pages besides tables show. */
  loadPages(): Promise<void> {
    return this.load(PAGES);
  }

  /** Load the words of a game's board, before it is shown. */
  loadBoard(game: string): Promise<void> {
    return this.load(boardWords(game));
  }

  /** Load the other words of a game: advice, refusals. Where they do not come, there are more general ones. */
  async loadLater(game: string): Promise<void> {
    try {
      await this.load(laterWords(game));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Switch the language by hand, and remember it. */
  async use(lang: Lang): Promise<void> {
    await this.change(lang);
    if (this.wanted === lang) writeStored("language", lang);
  }

  /** What has been loaded from a path, in the current language. */
  get<T>(path: string): T | undefined {
    return this.loaded[path] as T | undefined;
  }

  /** Load what is at a path in the current language, unless it is there; a star in the path stands for the language. */
  load(path: string): Promise<void> {
    // Who asks in an effect does not depend on what has been loaded before.
    const fetching = () => untrack(() => this.fetch(path)).finally(() => this.loading.delete(path));
    const loading = this.loading.get(path) ?? fetching();
    this.loading.set(path, loading);
    return loading;
  }

  private async fetch(path: string): Promise<void> {
    while (!(path in this.loaded)) {
      const lang = this.current;
      const answer = await fetchIn(lang, path);
      if (lang === this.current) this.loaded = { ...this.loaded, [path]: answer };
    }
  }

  /** Change the language once all is there in it: no half-translated page. The last call counts. */
  private async change(lang: Lang): Promise<void> {
    this.wanted = lang;
    document.documentElement.lang = this.current;
    const paths = [...new Set([SHARED, ...Object.keys(this.loaded)])];
    const answers = await Promise.all(paths.map((path) => fetchIn(lang, path)));
    if (this.wanted !== lang) return;
    const others = Object.keys(this.loaded).filter((path) => !paths.includes(path));
    const before = lang === this.current ? this.loaded : {};
    this.loaded = { ...before, ...Object.fromEntries(paths.map((path, i) => [path, answers[i]])) };
    this.current = lang;
    document.documentElement.lang = lang;
    // What was loaded meanwhile is in the language before.
    await Promise.all(others.map((path) => this.load(path)));
  }
}

export const language = new Language();
