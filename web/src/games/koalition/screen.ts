/** Koalition on a shared screen: a count, and the coalition that shakes hands, are a scene. */
import type { AnyEntry } from "../../lib/socket.svelte";
import type { Words } from "../../lib/i18n";
import type { Moment, ScreenModule } from "../screens";
import type { Sight } from "./protocol";
import ScreenVote from "./ScreenVote.svelte";
import { outcomeIn, totalOf, type VoteOutcome } from "./sight";

export interface VoteMoment extends Moment {
  vote: VoteOutcome;
}

/** How long the result of a vote is shown, in milliseconds. */
const LASTS = 12_000;

export default {
  momentsIn(fresh: readonly AnyEntry[], { result }: Sight): VoteMoment[] {
    const vote = outcomeIn(fresh, result);
    return vote ? [{ lasts: LASTS, vote }] : [];
  },
  Scene: ScreenVote,
  score: (sight: Sight, seat: number, words: Words) =>
    sight.number ? words.say("screen.points", { points: totalOf(sight, seat) }) : null,
} satisfies ScreenModule;
