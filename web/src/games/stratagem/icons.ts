/** Colours, emblems and icons: nothing depends on colour alone. */
import type { Component } from "svelte";
import Barricade from "~icons/game-icons/barricade";
import Book from "~icons/game-icons/book-cover";
import Sword from "~icons/game-icons/broadsword";
import Castle from "~icons/game-icons/castle";
import Coins from "~icons/game-icons/coins";
import Eagle from "~icons/game-icons/eagle-emblem";
import Factory from "~icons/game-icons/factory";
import Gun from "~icons/game-icons/field-gun";
import Gears from "~icons/game-icons/gears";
import Crown from "~icons/game-icons/imperial-crown";
import Key from "~icons/game-icons/key";
import Newspaper from "~icons/game-icons/newspaper";
import OpenBook from "~icons/game-icons/open-book";
import Plow from "~icons/game-icons/plow";
import Medal from "~icons/game-icons/ribbon-medal";
import Throne from "~icons/game-icons/stone-throne";
import Tank from "~icons/game-icons/tank";
import Torch from "~icons/game-icons/torch";
import Tower from "~icons/game-icons/tower-flag";
import TwoCoins from "~icons/game-icons/two-coins";
import Seal from "~icons/game-icons/wax-seal";
import Wheat from "~icons/game-icons/wheat";

type Icon = Component;

export interface PartyStyle {
  colour: string;
  /** Light enough for black print. */
  tint: string;
  emblem: Icon;
  /** The outline of a token, in a square of ten by ten. */
  token: string;
}

const PARTIES: Readonly<Record<string, PartyStyle>> = {
  popular: {
    colour: "var(--stratagem-popular)",
    tint: "var(--stratagem-popular-tint)",
    emblem: Wheat,
    token: "M5 1A4 4 0 1 1 5 9A4 4 0 1 1 5 1Z",
  },
  democrat: {
    colour: "var(--stratagem-democrat)",
    tint: "var(--stratagem-democrat-tint)",
    emblem: Torch,
    token: "M1.4 1.4H8.6V8.6H1.4Z",
  },
  conservative: {
    colour: "var(--stratagem-conservative)",
    tint: "var(--stratagem-conservative-tint)",
    emblem: Castle,
    token: "M5 .6L9.4 5L5 9.4L.6 5Z",
  },
  nationalist: {
    colour: "var(--stratagem-nationalist)",
    tint: "var(--stratagem-nationalist-tint)",
    emblem: Eagle,
    token: "M5 .9L9.5 8.8H.5Z",
  },
};
const NO_PARTY: PartyStyle = {
  colour: "var(--stratagem-no-party)",
  tint: "var(--stratagem-no-party-tint)",
  emblem: Medal,
  token: "M5 1A4 4 0 1 1 5 9A4 4 0 1 1 5 1Z",
};

export const partyStyle = (id: string | undefined): PartyStyle => PARTIES[id ?? ""] ?? NO_PARTY;

const THEMES: Readonly<Record<string, Icon>> = {
  land: Plow,
  press: Newspaper,
  schools: OpenBook,
  provinces: Tower,
  taxes: Coins,
  defence: Gun,
  presidency: Throne,
};
const MARKS: Readonly<Record<string, Icon>> = {
  sword: Sword,
  gear: Gears,
  book: Book,
  coin: TwoCoins,
  key: Key,
  seal: Seal,
};
const ACTIONS: Readonly<Record<string, Icon>> = {
  coup: Tank,
  strike: Factory,
  dictatorship: Crown,
  uprising: Barricade,
};

/** A host's own box may have themes and marks without an icon. */
export const themeIcon = (id: string): Icon => THEMES[id] ?? Medal;
export const markIcon = (id: string | null): Icon => MARKS[id ?? ""] ?? Medal;
export const actionIcon = (id: string): Icon => ACTIONS[id] ?? Medal;
