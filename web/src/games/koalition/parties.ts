/** The seven parties and the five actions, as they are drawn: a symbol each, so that colour is never the only sign. */
import type { Component } from "svelte";
import type { SVGAttributes } from "svelte/elements";
import Acorn from "~icons/game-icons/acorn";
import Door from "~icons/game-icons/exit-door";
import Fist from "~icons/game-icons/fist";
import Lemon from "~icons/game-icons/lemon";
import Megaphone from "~icons/game-icons/megaphone";
import Newspaper from "~icons/game-icons/newspaper";
import Rose from "~icons/game-icons/rose";
import Shirt from "~icons/game-icons/shirt";
import Throne from "~icons/game-icons/stone-throne";
import Leaves from "~icons/game-icons/three-leaves";
import Hat from "~icons/game-icons/top-hat";
import CrossIcon from "./CrossIcon.svelte";

export type Icon = Component<SVGAttributes<SVGSVGElement>>;

export interface Party {
  id: string;
  icon: Icon;
  colour: string;
  /** What is readable on the colour. */
  ink: string;
}

/** In the order of the lists that go by party. */
export const PARTIES: readonly Party[] = [
  { id: "roses", icon: Rose, colour: "var(--koalition-roses)", ink: "var(--koalition-roses-ink)" },
  { id: "hats", icon: Hat, colour: "var(--koalition-hats)", ink: "var(--koalition-hats-ink)" },
  { id: "leaves", icon: Leaves, colour: "var(--koalition-leaves)", ink: "var(--koalition-leaves-ink)" },
  { id: "lemons", icon: Lemon, colour: "var(--koalition-lemons)", ink: "var(--koalition-lemons-ink)" },
  { id: "fists", icon: Fist, colour: "var(--koalition-fists)", ink: "var(--koalition-fists-ink)" },
  { id: "acorns", icon: Acorn, colour: "var(--koalition-acorns)", ink: "var(--koalition-acorns-ink)" },
  { id: "crosses", icon: CrossIcon, colour: "var(--koalition-crosses)", ink: "var(--koalition-crosses-ink)" },
];

const BY_ID = new Map(PARTIES.map((party) => [party.id, party]));

/** A party of the box. */
export function partyOf(id: string): Party {
  const party = BY_ID.get(id);
  if (!party) throw new RangeError(`no party is called ${id}`);
  return party;
}

/** Where a party stands in the lists that go by party. */
export const placeOf = (id: string): number => PARTIES.findIndex((party) => party.id === id);

/** The actions, in the order of the lists that go by action. */
export const ACTIONS = ["double", "topple", "retire", "scandal", "clean"] as const;
export type Action = (typeof ACTIONS)[number];

export const ACTION_ICONS: Readonly<Record<Action, Icon>> = {
  double: Megaphone,
  topple: Throne,
  retire: Door,
  scandal: Newspaper,
  clean: Shirt,
};
