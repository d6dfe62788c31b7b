/** The box of a game in the browser: asked of the server once, then there for everything on the mat. */
import { fetchExtras } from "./extras";

/** The ways to a box: `Box` makes one of what the server sends, or of `empty` before that has come. */
export function gameData<Data, B>(game: string, Box: new (data: Data) => B, empty: Data) {
  let opened = $state.raw<B | null>(null);

  /** Put a box on the table. */
  function open(data: Data): void {
    opened = new Box(data);
  }

  return {
    open,
    /** The box, once it is there; an empty one before. */
    theBox: (): B => opened ?? new Box(empty),
    isOpen: (): boolean => opened !== null,
    /** Ask the server for the box. */
    fetchBox: async (): Promise<void> => {
      if (!opened) open(await fetchExtras<Data>(game));
    },
  };
}
