/** Politico on a shared screen: votes, and governments formed or fallen, are scenes. */
import type { AnyEntry } from "../../lib/socket.svelte";
import type { Words } from "../../lib/i18n";
import type { Moment, ScreenModule } from "../screens";
import { written } from "./facts";
import type { Sight } from "./protocol";
import ScreenNews from "./ScreenNews.svelte";
import { flashIn, isBig, type Flash } from "./sight";

export interface NewsMoment extends Moment {
  flash: Flash;
}

/** How long a scene is shown, in milliseconds. */
const LASTS = 9000;

export default {
  momentsIn: (fresh: readonly AnyEntry[]): NewsMoment[] =>
    fresh.flatMap((entry) => {
      const flash = flashIn([entry]);
      return flash && isBig(flash) ? [{ lasts: LASTS, flash }] : [];
    }),
  Scene: ScreenNews,
  score: ({ points }: Sight, seat: number, words: Words) =>
    words.say("screen.points", { points: written(points[seat] ?? 0) }),
} satisfies ScreenModule;
