/** Another build of the front end on the server: files of this page's build are gone there. */

const RELOADED = "ludotheque.reloaded";

/** Load the page anew if the server has another build than this page, once for each build; whether it does. */
export async function reloadForNewBuild(reload = () => location.reload()): Promise<boolean> {
  const own = document.querySelector('script[type="module"]')?.getAttribute("src");
  if (!own || hasReloaded(own)) return false;
  const answer = await fetch("/", { cache: "no-cache" }).catch(() => null);
  const page = answer?.ok ? await answer.text().catch(() => own) : own;
  if (page.includes(own)) return false;
  remember(own);
  reload();
  return true;
}

// Where several servers with different builds answer in turn, a page would else be loaded again and again.
function hasReloaded(build: string): boolean {
  try {
    return sessionStorage.getItem(RELOADED) === build;
  } catch {
    return true;
  }
}

function remember(build: string): void {
  sessionStorage.setItem(RELOADED, build);
}
