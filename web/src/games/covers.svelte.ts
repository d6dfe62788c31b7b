/** The covers of the games, each loaded when it is first shown: a folder with a `Cover.svelte` is a game. */
import type { Component } from "svelte";

const loaders = import.meta.glob<Component>("./*/Cover.svelte", { import: "default" });

let loaded = $state.raw<ReadonlyMap<string, Component>>(new Map());

/** A game's cover, once it has been loaded. */
export const coverOf = (game: string): Component | undefined => loaded.get(game);

/** Load a game's cover; nothing if there is no such game. */
export async function loadCover(game: string): Promise<void> {
  const cover = loaded.get(game) ?? (await loaders[`./${game}/Cover.svelte`]?.());
  if (cover && !loaded.has(game)) loaded = new Map([...loaded, [game, cover]]);
}
