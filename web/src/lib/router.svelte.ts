/** The router: the current page, from the address bar. */

export type Route =
  | { page: "home" }
  | { page: "new-table"; game: string }
  | { page: "learn"; game: string }
  | { page: "lesson"; game: string; lesson: string }
  | { page: "table"; id: string }
  | { page: "claim"; id: string; code: string }
  | { page: "replay"; id: string }
  | { page: "screen"; id: string }
  | { page: "rules"; game: string; clause: string }
  | { page: "clubs" }
  | { page: "club"; id: string; code: string }
  | { page: "tournament"; id: string }
  | { page: "player"; handle: string }
  | { page: "ladder"; game: string }
  | { page: "account" }
  | { page: "moderation"; code: string }
  | { page: "email-link"; action: "confirm" | "end"; id: string; code: string }
  | { page: "wrong-account" }
  | { page: "not-found" };

export function parse(path: string, hash = ""): Route {
  const parts = path.split("/").filter(Boolean).map(decode);
  const [first = "", second = "", third = "", fourth = ""] = parts;
  if (!first) return { page: "home" };
  if (parts.length === 1) {
    if (first === "clubs") return { page: "clubs" };
    if (first === "player") return { page: "player", handle: "" };
  }
  if (first === "me" && parts.length === 1) return { page: "account" };
  if (first === "moderation" && parts.length <= 2) return { page: "moderation", code: second };
  if (parts.length === 2) {
    if (first === "open") return { page: "new-table", game: second };
    if (first === "learn") return { page: "learn", game: second };
    if (first === "t") return { page: "table", id: second };
    if (first === "c") return { page: "club", id: second, code: "" };
    if (first === "e") return { page: "tournament", id: second };
    if (first === "p") return { page: "player", handle: second };
    if (first === "ladder") return { page: "ladder", game: second };
    if (first === "calls" && second === "elsewhere") return { page: "wrong-account" };
    if (first === "rules") return { page: "rules", game: second, clause: decode(hash.slice(1)) };
  }
  if (first === "learn" && parts.length === 3) return { page: "lesson", game: second, lesson: third };
  if (first === "t" && third === "replay" && parts.length === 3) return { page: "replay", id: second };
  if (first === "t" && third === "screen" && parts.length === 3) return { page: "screen", id: second };
  if (first === "t" && third === "claim" && parts.length === 4) return { page: "claim", id: second, code: fourth };
  if (first === "c" && third === "join" && parts.length === 4) return { page: "club", id: second, code: fourth };
  if (first === "calls" && (second === "confirm" || second === "end") && parts.length === 4)
    return { page: "email-link", action: second, id: third, code: fourth };
  return { page: "not-found" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  route = $state.raw<Route>(parse(location.pathname, location.hash));

  /** Navigate to a path, as if its link had been clicked; `instead` of the present page, to which nobody goes back. */
  go(path: string, instead = false): void {
    // A page that is opened from a dialog takes the place of the dialog's entry.
    const inDialog = (history.state as { dialogs?: number } | null)?.dialogs;
    if (path !== location.pathname + location.search + location.hash)
      history[instead || inDialog ? "replaceState" : "pushState"](null, "", path);
    const before = this.route;
    this.read();
    if (this.route.page === before.page && this.route.page === "rules") return;
    scrollTo({ top: 0, behavior: "instant" });
    // A new page begins at its top for keyboards and screen readers too.
    document.getElementById("app")?.focus({ preventScroll: true });
  }

  read(): void {
    this.route = parse(location.pathname, location.hash);
  }
}

export const router = new Router();

/** Route clicks on the site's own links without loading the page anew. */
export function followLinks(): void {
  addEventListener("popstate", () => router.read());
  addEventListener("hashchange", () => router.read());
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    // The browser scrolls to anchors of this page itself.
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    router.go(link.pathname + link.search + link.hash);
  });
}
