/** The scores of all seats over a game, and what stands out in them. */
import type { GameModule } from "../games/game";
import type { AnyEntry } from "../lib/socket.svelte";

/** The scores of one seat. */
export interface ScoreLine {
  seat: number;
  /** Each score with the move that brought it; the first is at move 0. */
  points: { turn: number; score: number }[];
  /** The move at which the line ends: the last one, unless the seat left the race. */
  until: number;
}

export interface ScoreCurve {
  lines: ScoreLine[];
  /** The number of the last move. */
  turns: number;
}

/** The curve of a story, in which moves are numbered as the log does; null for a game without scores. */
export function scoreCurve(
  story: readonly AnyEntry[],
  seats: number,
  { firstScores, scoresAfter }: Pick<GameModule, "firstScores" | "scoresAfter">,
  hasSentence: (event: unknown) => boolean,
): ScoreCurve | null {
  if (!firstScores || !scoresAfter) return null;
  let scores = firstScores(seats);
  const lines = scores.map((score, seat) => ({ seat, points: [{ turn: 0, score }] }));
  let turns = 0;
  for (const { events } of story) {
    if (events.some(hasSentence)) turns += 1;
    scores = events.reduce((held: readonly number[], event: unknown) => scoresAfter(event, held), scores);
    for (const { seat, points } of lines) {
      const score = scores[seat] ?? 0;
      if (points.at(-1)?.score === score) continue;
      if (points.at(-1)?.turn === turns && turns > 0) points.pop();
      points.push({ turn: turns, score });
    }
  }
  return { lines: lines.map((line) => ({ ...line, until: turns })), turns };
}

/** What is near the end is no turning point: it is the end. In shares of the game. */
const END = 0.1;

/**
 * The last move that brought a lead which lasted: for good, if `until` is null.
 *
 * Null where one seat always led, several lead at the end, or the lead changed only for moments.
 */
export function turningPoint({
  lines,
  turns,
}: ScoreCurve): { seat: number; turn: number; until: number | null } | null {
  const leaderAt = (turn: number): number | null => {
    const scores = lines.map(({ points }) => points.findLast((point) => point.turn <= turn)?.score ?? 0);
    const best = Math.max(...scores);
    return scores.filter((score) => score === best).length === 1 ? scores.indexOf(best) : null;
  };
  const moments = [...new Set(lines.flatMap(({ points }) => points.map(({ turn }) => turn)))].sort((a, b) => a - b);
  const leads: { seat: number | null; turn: number }[] = [];
  for (const turn of moments) {
    const seat = leaderAt(turn);
    if (!leads.length || seat !== leads.at(-1)?.seat) leads.push({ seat, turn });
  }
  if (leads.at(-1)?.seat === null) return null;
  const lasting = leads.flatMap(({ seat, turn }, i) => {
    const until = leads[i + 1]?.turn ?? null;
    const lasted = (until ?? turns) - turn >= END * turns;
    return seat !== null && i > 0 && lasted ? [{ seat, turn, until }] : [];
  });
  return lasting.at(-1) ?? null;
}

/** The greatest gain, and the greatest loss, of one move. */
export function greatestStep(
  { lines }: ScoreCurve,
  sign: 1 | -1,
): { seat: number; turn: number; points: number } | null {
  const steps = lines.flatMap(({ seat, points }) =>
    points.slice(1).map(({ turn, score }, i) => ({ seat, turn, points: score - (points[i]?.score ?? 0) })),
  );
  const found = steps.filter(({ points }) => points * sign > 0).sort((a, b) => (b.points - a.points) * sign);
  return found[0] ?? null;
}
