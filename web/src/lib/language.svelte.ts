/** The current language and its catalogues. French by default. */
import { fetchWords } from "./api";
import { type Catalogue, type Lang, Words } from "./i18n";
import { readStored, writeStored } from "./storage";

export interface Catalogues {
  house: Catalogue;
  games: { readonly [game: string]: Catalogue };
}

const NOTHING: Catalogues = { house: {}, games: {} };

class Language {
  current = $state<Lang>(readStored("lang") === "en" ? "en" : "fr");
  catalogues = $state.raw<Catalogues>(NOTHING);
  /** The words that all games share. */
  words = $derived(new Words(this.catalogues.house));
  ready = $derived(this.catalogues !== NOTHING);

  /** A game's words, then the shared ones. */
  of(game: string): Words {
    return new Words(this.catalogues.games[game], this.catalogues.house);
  }

  private wanted: Lang = this.current;

  /** Switch the language once its catalogues are there: no half-translated page. The last call counts. */
  async use(lang: Lang): Promise<void> {
    this.wanted = lang;
    const catalogues = await fetchWords(lang);
    if (this.wanted !== lang) return;
    this.catalogues = catalogues;
    this.current = lang;
    document.documentElement.lang = lang;
    writeStored("lang", lang);
  }
}

export const language = new Language();
