/** A game's static data (its "box"): fetched once, then available to the whole mat. */
import { fetchExtras } from "./extras";

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
      if (!opened) open(await fetchExtras<Data>(game));
    },
  };
}
