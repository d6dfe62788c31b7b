/** A game's static data (its "box"): fetched once, then available to the whole mat. */

/** The accessors of a game's box: a `Box` made of the server's data, or of `empty` before it has come. */
export function gameData<Data, B>(game: string, Box: new (data: Data) => B, empty: Data) {
  let opened = $state.raw<B | null>(null);

  /** Set the data. */
  function open(data: Data): void {
    opened = new Box(data);
  }

  return {
    open,
    /** The box, once it is there; an empty one before. */
    theBox: (): B => opened ?? new Box(empty),
    isOpen: (): boolean => opened !== null,
    /** Fetch the data, unless it is there. */
    fetchBox: async (): Promise<void> => {
      if (!opened) open(await fetchGameData<Data>(game));
    },
  };
}

/** Fetch a game's static data, with retries while the server does not answer. */
async function fetchGameData<T>(game: string): Promise<T> {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    const answer = await fetch(`/api/games/${game}/extras`).catch(() => null);
    if (answer?.ok) return (await answer.json()) as T;
    await new Promise((again) => setTimeout(again, wait));
  }
}
