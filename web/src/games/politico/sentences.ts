/** What happens and what is asked, in sentences. */
import type { Words } from "../../lib/i18n";
import { seatName } from "../../lib/names";
import type { AnyNow } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import { signed, written } from "./facts";
import type { Amendment, Event as Happening, Move, Sight } from "./protocol";
import { isVote, moverIn } from "./sight";

/** What is printed at the head of a trump. */
export const cardName = (id: string | null, words: Words): string => words.say(`card.${id ?? "None"}`);

/** Something inside a sentence. */
export const small = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** What an amendment would change. */
export const changeOf = ({ option, value }: Pick<Amendment, "option" | "value">, words: Words): string =>
  small(words.say(`amend.${option}`, { value }));

/** Events that everybody sees happen, or that say only that a player was asked. */
const QUIET: ReadonlySet<Happening["did"]> = new Set(["voted", "silent"]);

/** A line for the log. */
export function sentence(event: Happening, table: TableCard, words: Words): string | null {
  if (QUIET.has(event.did) || (event.did === "dealt" && event.cards === null)) return null;
  return words.say(`event.${event.did}`, told(event, table, words));
}

/** The facts of an event with names in the place of seats, and everybody's number or ballot with their name. */
function told(event: Happening, table: TableCard, words: Words): Record<string, unknown> {
  const name = (seat: number) => seatName(table, seat, words);
  const each = (values: readonly (number | string)[]) => values.map((value, seat) => `${name(seat)} ${value}`);
  const facts: Record<string, unknown> = { ...event };
  for (const key of ["seat", "by", "to", "target", "pm", "lender", "first"]) {
    if (typeof facts[key] === "number") facts[key] = name(facts[key]);
  }
  if ("members" in event) facts.members = event.members.map(name);
  if ("deputies" in event && Array.isArray(event.deputies)) facts.deputies = each(event.deputies);
  if ("total" in event) facts.total = written(event.total);
  if (event.did === "moved") facts.deputies = signed(event.deputies);
  if (event.did === "scored") facts.points = signed(event.points);
  if (event.did === "ended") facts.points = each(event.points.map(written));
  if (event.did === "voteopened") facts.weights = each(event.weights);
  if (event.did === "counted")
    facts.ballots = each(event.ballots.map((ballot) => small(words.say(`ballot.${ballot}`))));
  return facts;
}

/** A move with names in the place of seats, for a button. */
export function moveLabel(move: Move, table: TableCard, words: Words): string {
  return words.say(`move.${move.do}`, {
    ...move,
    ...("seat" in move && { seat: seatName(table, move.seat, words) }),
    ...("to" in move && { to: seatName(table, move.to, words) }),
  });
}

/** What is asked now, and of whom; in the end, who has won. */
export function status(now: AnyNow, table: TableCard, words: Words): string | null {
  const sight: Sight = now.sight;
  const name = (seat: number | null | undefined) =>
    seat === null || seat === undefined ? "" : seatName(table, seat, words);
  if (sight.outcome) {
    const winners = sight.outcome.places.flatMap((place, seat) => (place === 1 ? [name(seat)] : []));
    return words.say("mat.end.winner", { who: winners, points: written(Math.max(...sight.points)) });
  }
  const { stage, assault, pressure, amendment } = sight;
  if (["election", "deal", "event", "over"].includes(stage)) return words.say(`question.${stage}`);
  const mine = table.you !== null && now.asked.includes(table.you);
  const facts = {
    who: now.asked.filter((seat) => seat >= 0).map(name),
    by: name(pressure?.by ?? assault?.by ?? moverIn(sight) ?? sight.bid?.by ?? sight.turn),
    target: name(assault?.target),
    card: assault?.card,
    change: amendment && changeOf(amendment, words),
    purpose: pressure?.purpose,
    number: pressure?.laid.length,
  };
  if (!mine) return words.say(`question.wait_${stage}`, facts);
  const again = stage === "counter" && pressure && pressure.laid.length > (isVote(pressure.purpose) ? 0 : 1);
  return words.say(again ? "question.counter_again" : `question.${stage}`, facts);
}
