/** Games on a shared screen: what a game adds to its mat there, each loaded when a screen is opened. */
import type { Component } from "svelte";
import type { Lang, Words } from "../lib/i18n";
import type { AnyEntry } from "../lib/socket.svelte";
import type { TableCard } from "../protocol/messages";

// Sights and moments are `any` here; each game types its own.
/* eslint-disable @typescript-eslint/no-explicit-any */

/** A big moment of a game, which a screen shows for a while over the mat; each game adds what its scene needs. */
export interface Moment {
  /** How long it is shown, in milliseconds. */
  lasts: number;
}

/** What the scene of a big moment is given. It fills its container. */
export interface SceneProps {
  moment: any;
  sight: any;
  table: TableCard;
  /** The game's words, then the shared ones. */
  words: Words;
  lang: Lang;
}

/** What `games/<game>/screen.ts` exports as its default. */
export interface ScreenModule {
  /** The big moments among new entries, oldest first; the sight is the one after them. */
  momentsIn(fresh: readonly AnyEntry[], sight: any): Moment[];
  Scene: Component<SceneProps>;
  /** What a seat has: its points, votes or pieces; null where there is nothing to count yet. */
  score(sight: any, seat: number, words: Words): string | null;
}

const modules = import.meta.glob<{ default: ScreenModule }>("./*/screen.ts");

/** Load what a game adds to a screen; undefined if there is no such game. */
export async function loadScreen(id: string): Promise<ScreenModule | undefined> {
  return (await modules[`./${id}/screen.ts`]?.())?.default;
}
