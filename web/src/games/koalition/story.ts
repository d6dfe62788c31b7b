/** Reading the story of a game that is over: what each country brought, and where it turned. */
import type { Entry } from "../../protocol/messages";
import { placeOf } from "./parties";
import type { Event as GameEvent } from "./protocol";

/** A country that has voted. */
export interface Chapter {
  country: string;
  /** The coalition, or the party that won alone; none where no coalition was found. */
  blocs: string[];
  /** Who spoke for it. */
  members: number[];
  /** What it brought each seat. */
  points: number[];
}

/** The countries in the order in which they voted. */
export function chaptersOf(story: readonly Pick<Entry<GameEvent>, "events">[], players: number): Chapter[] {
  const chapters: Chapter[] = [];
  let leaders: readonly (number | null)[] = [];
  for (const event of story.flatMap(({ events }) => events)) {
    const chapter = chapters.at(-1);
    if (event.did === "turnedup")
      chapters.push({ country: event.country, blocs: [], members: [], points: Array<number>(players).fill(0) });
    else if (event.did === "counted") leaders = event.leaders;
    else if (chapter && event.did === "formed") {
      chapter.blocs = [...event.blocs];
      chapter.members = [...new Set(event.blocs.map((label) => speakerOf(label, leaders)))].filter((seat) => seat >= 0);
    } else if (chapter && event.did === "scored") chapter.points[event.seat] = event.leading + event.cards;
  }
  return chapters;
}

/** Who speaks for a bloc; -1 for a party that won alone without a leader. */
function speakerOf(label: string, leaders: readonly (number | null)[]): number {
  const [party = "", seat] = label.split(":");
  return seat !== undefined ? Number(seat) : (leaders[placeOf(party)] ?? -1);
}

/** Where the winner took the lead for good: in a country, from the first one on, or only with the Europe bonus. */
export type Turn = { kind: "country" | "start"; country: string } | { kind: "europe" };

/** The turning point of a game; null where several have won. */
export function turningPoint(chapters: readonly Chapter[], places: readonly number[]): Turn | null {
  const winner = places.indexOf(1);
  if (winner < 0 || winner !== places.lastIndexOf(1)) return null;
  const totals = places.map(() => 0);
  let turn: number | null = null;
  for (const [i, { points }] of chapters.entries()) {
    for (const seat of totals.keys()) totals[seat] = (totals[seat] ?? 0) + (points[seat] ?? 0);
    const ahead = totals.every((total, seat) => seat === winner || total < (totals[winner] ?? 0));
    if (!ahead) turn = null;
    else turn ??= i;
  }
  const chapter = turn === null ? undefined : chapters[turn];
  if (!chapter) return { kind: "europe" };
  return { kind: turn === 0 ? "start" : "country", country: chapter.country };
}
