/** Stratego on a shared screen: every fight is a scene. */
import type { AnyEntry } from "../../lib/socket.svelte";
import type { Words } from "../../lib/i18n";
import type { Moment, ScreenModule } from "../screens";
import type { Event as GameEvent, Fought, Sight } from "./protocol";
import ScreenFight from "./ScreenFight.svelte";
import { deploying, lossesOf } from "./sight";

export interface FightMoment extends Moment {
  fight: Fought;
}

/** How long a fight is shown, in milliseconds. */
const LASTS = 5000;

export default {
  momentsIn: (fresh: readonly AnyEntry[]): FightMoment[] =>
    fresh
      .flatMap(({ events }) => events as GameEvent[])
      .flatMap((event) => (event.did === "fought" ? [{ lasts: LASTS, fight: event }] : [])),
  Scene: ScreenFight,
  score(sight: Sight, seat: number, words: Words) {
    if (deploying(sight)) return null;
    return words.say("screen.pieces", { count: lossesOf(sight, seat).reduce((sum, { left }) => sum + left, 0) });
  },
} satisfies ScreenModule;
