/** The language spoken here, and its words. French first. */
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
  /** The house's words. */
  words = $derived(new Words(this.catalogues.house));
  ready = $derived(this.catalogues !== NOTHING);

  /** A game's words, with the house's behind them. */
  of(game: string): Words {
    return new Words(this.catalogues.games[game], this.catalogues.house);
  }

  private wanted: Lang = this.current;

  /** Fetch the words, then speak: nobody sees a half-translated page. The last wish counts. */
  async speak(lang: Lang): Promise<void> {
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
