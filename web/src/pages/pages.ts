/** The pages, each fetched when it is first visited. */
import type { Component } from "svelte";
import type { Route } from "../lib/router.svelte";

// A page is given its route's own fields as props; which ones, only the page and `Route` know.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Page = Component<any>;

const LOADERS: Record<Route["page"], () => Promise<{ default: Page }>> = {
  home: () => import("./HomePage.svelte"),
  "new-table": () => import("./NewTablePage.svelte"),
  table: () => import("./TablePage.svelte"),
  claim: () => import("./ClaimSeatPage.svelte"),
  replay: () => import("./ReplayPage.svelte"),
  rules: () => import("./RulesPage.svelte"),
  clubs: () => import("./ClubsPage.svelte"),
  club: () => import("./ClubPage.svelte"),
  tournament: () => import("./TournamentPage.svelte"),
  player: () => import("./PlayerPage.svelte"),
  ladder: () => import("./LadderPage.svelte"),
  account: () => import("./AccountPage.svelte"),
  moderation: () => import("./ModerationPage.svelte"),
  "email-link": () => import("./EmailLinkPage.svelte"),
  "wrong-account": () => import("./WrongAccountPage.svelte"),
  "not-found": () => import("./NotFoundPage.svelte"),
};

const loaded = new Map<Route["page"], Page>();

/** The page of a route, if it has been fetched before. */
export const loadedPage = (name: Route["page"]): Page | undefined => loaded.get(name);

export async function loadPage(name: Route["page"]): Promise<Page> {
  const { default: page } = await LOADERS[name]();
  loaded.set(name, page);
  return page;
}

/** What makes two routes of one page different visits: the page is mounted anew when it changes. */
export function keyOf(route: Route): string {
  switch (route.page) {
    case "table":
    case "replay":
    case "club":
    case "tournament":
      return route.id;
    case "new-table":
    case "rules":
    case "ladder":
      return route.game;
    case "claim":
    case "moderation":
    case "email-link":
      return route.code;
    case "player":
      return route.handle;
    default:
      return "";
  }
}
