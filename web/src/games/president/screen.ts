/** Le Jeu du Président on a shared screen: the second round is a scene. */
import type { AnyEntry } from "../../lib/socket.svelte";
import type { Words } from "../../lib/i18n";
import type { Moment, ScreenModule } from "../screens";
import type { Event as GameEvent, Sight } from "./protocol";
import ScreenSecondRound from "./ScreenSecondRound.svelte";

/** How long the scene is shown, in milliseconds. */
const LASTS = 15_000;

export default {
  momentsIn(fresh: readonly AnyEntry[], { outcome }: Sight): Moment[] {
    const begins = fresh.some(({ events }) => (events as GameEvent[]).some(({ did }) => did === "secondround"));
    return begins && !outcome ? [{ lasts: LASTS }] : [];
  },
  Scene: ScreenSecondRound,
  score: ({ votes, sides }: Sight, seat: number, words: Words) =>
    words.say("mat.votes", { number: votes[sides[seat] ?? seat] ?? 0 }),
} satisfies ScreenModule;
