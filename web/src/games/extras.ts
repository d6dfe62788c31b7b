/** A game's static data from the server, such as what is printed on its cards. */

/** Fetch it, with retries while the server does not answer. */
export async function fetchExtras<T>(game: string): Promise<T> {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    const answer = await fetch(`/api/games/${game}/extras`).catch(() => null);
    if (answer?.ok) return (await answer.json()) as T;
    await new Promise((again) => setTimeout(again, wait));
  }
}
