/** The tables on the home page: the player's own, and those that are open to all. */
import { fetchLobby, fetchMyTables } from "../lib/api";
import { PolledTables } from "../lib/table-polling.svelte";

export interface HomeTables {
  mine: PolledTables;
  lobby: PolledTables;
}

/** Fetched before the page is shown: they stand above the shelf, which must not move when they arrive. */
export const homeTables: HomeTables = {
  mine: new PolledTables(fetchMyTables),
  lobby: new PolledTables(fetchLobby),
};

export async function loadHomeTables(): Promise<void> {
  await Promise.all([homeTables.mine.refresh(), homeTables.lobby.refresh()]);
}
