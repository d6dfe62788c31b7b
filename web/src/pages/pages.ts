/** The pages, each fetched when it is first visited. */
import type { Component } from "svelte";
import { loadCover } from "../games/covers.svelte";
import { ApiError, fetchShelf } from "../lib/api";
import { language } from "../lib/language.svelte";
import type { Route } from "../lib/router.svelte";
import { loadHomeTables } from "./home-tables";

// A page is given its route's own fields as props; which ones, only the page and `Route` know.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Page = Component<any>;

const LOADERS: Record<Route["page"], () => Promise<{ default: Page }>> = {
  home: () => import("./HomePage.svelte"),
  "new-table": () => import("./NewTablePage.svelte"),
  learn: () => import("./LearnPage.svelte"),
  lesson: () => import("./LessonPage.svelte"),
  table: () => import("./TablePage.svelte"),
  claim: () => import("./ClaimSeatPage.svelte"),
  replay: () => import("./ReplayPage.svelte"),
  screen: () => import("./ScreenPage.svelte"),
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

/** Load a route's page, and what it shows at once, so that nothing moves when that arrives later. */
export async function loadPage(route: Route): Promise<void> {
  const { page } = route;
  await Promise.all([
    loadCode(page),
    // Tables have words of their own; see `_NOT_AT_TABLES` in the server's http/games.py.
    page === "table" ? null : language.loadPages(),
    "game" in route ? available(Promise.all([language.loadBoard(route.game), loadCover(route.game)])) : null,
    page === "home" ? available(Promise.all([loadShelf(), loadHomeTables()])) : null,
    page === "new-table" ? available(fetchShelf()) : null,
  ]);
}

async function loadCode(name: Route["page"]): Promise<void> {
  if (!loaded.has(name)) loaded.set(name, (await LOADERS[name]()).default);
}

async function loadShelf(): Promise<void> {
  const { games } = await fetchShelf();
  await Promise.all(games.map(({ id }) => loadCover(id)));
}

/** Wait for data; the page itself says what is wrong if it does not come. */
async function available(data: Promise<unknown>): Promise<void> {
  try {
    await data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** What makes two routes of one page different visits: the page is mounted anew when it changes. */
export function keyOf(route: Route): string {
  switch (route.page) {
    case "table":
    case "replay":
    case "screen":
    case "club":
    case "tournament":
      return route.id;
    case "lesson":
      return `${route.game}/${route.lesson}`;
    case "new-table":
    case "learn":
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
