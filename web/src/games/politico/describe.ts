/** The state of a game in lines of text, its events in sentences. */
import type { Words } from "../../lib/i18n";
import { seatName } from "../../lib/names";
import type { AnyNow } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import { theBox } from "./box.svelte";
import { factsOf, signed, written } from "./facts";
import type { Amendment, Event as Happening, Move, Sight } from "./protocol";
import { isProvidentialHour, isVote, majorityOf, moverIn, ranking, sum, tallyOf, voteIn } from "./sight";

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
  for (const key of ["seat", "by", "target", "pm", "lender", "first"]) {
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
  return words.say(
    `move.${move.do}`,
    "seat" in move ? { ...move, seat: seatName(table, move.seat, words) } : { ...move },
  );
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

/** The whole of what the viewer knows, line by line. */
export function describe(now: AnyNow, table: TableCard, words: Words): string[] {
  const sight: Sight = now.sight;
  return [
    status(now, table, words) ?? "",
    ...governmentLines(sight, table, words),
    ...sceneLines(sight, table, words),
    sight.event ? `${words.say(`happening.${sight.event}`)} : ${words.say(`happening_text.${sight.event}`)}` : "",
    ...handLines(sight, words),
    ...ranking(sight).map((seat) => personLine(sight, seat, table, words)),
    ...countLines(sight, table, words),
    sight.amendment
      ? words.say("mat.text.amendment", {
          who: seatName(table, sight.amendment.by, words),
          change: changeOf(sight.amendment, words),
        })
      : "",
    words.say("mat.text.pack", { pack: sight.pack, target: sight.options.target }),
  ].filter(Boolean);
}

function governmentLines(sight: Sight, table: TableCard, words: Words): string[] {
  const name = (seat: number) => seatName(table, seat, words);
  const { government } = sight;
  const total = sum(sight.deputies);
  return [
    words.say("mat.chamber.total", { total, majority: majorityOf(total) }),
    government
      ? words.say("mat.text.government", {
          pm: name(government.pm),
          members: government.members.map(name),
          deputies: sum(government.members.map((seat) => sight.deputies[seat] ?? 0)),
          rounds: government.rounds,
        })
      : words.say("mat.bench.none", { turns: sight.vacant }),
    government?.immune ? words.say("mat.bench.immune", { rounds: government.immune }) : "",
    government?.resigning ? words.say("mat.bench.resigning") : "",
    isProvidentialHour(sight) ? words.say("mat.bench.hour") : "",
    sight.union ? words.say("mat.bench.union", { turns: sight.union }) : "",
  ];
}

function sceneLines(sight: Sight, table: TableCard, words: Words): string[] {
  const name = (seat: number) => seatName(table, seat, words);
  const { assault, bid, pressure } = sight;
  const vote = voteIn(sight);
  return [
    assault
      ? words.say("event.attacked", { seat: name(assault.by), target: name(assault.target), card: assault.card })
      : "",
    ...(assault ? factsOf(assault.card, theBox(), words) : []),
    bid ? words.say("event.bid", { seat: name(bid.by), card: bid.card, union: bid.union, army: bid.army }) : "",
    bid?.invited.length
      ? words.say("mat.text.invited", {
          invited: bid.invited.map(name),
          joined: bid.joined.length ? bid.joined.map(name) : "–",
        })
      : "",
    pressure?.laid.length
      ? words.say("mat.text.army", { laid: pressure.laid.map(name), purpose: pressure.purpose })
      : "",
    vote ? words.say("mat.text.vote", { weights: vote.weights.map((weight, seat) => `${name(seat)} ${weight}`) }) : "",
  ];
}

function handLines(sight: Sight, words: Words): string[] {
  if (sight.seat === null || sight.outcome) return [];
  const box = theBox();
  const kinds = [...new Set(sight.hand)];
  return [
    words.say(kinds.length ? "mat.text.hand" : "mat.hand.empty"),
    ...kinds.map((card) => {
      const count = sight.hand.filter((held) => held === card).length;
      return `${count > 1 ? `${count} × ` : ""}${cardName(card, words)} (${factsOf(card, box, words).map(small).join(" ; ")})`;
    }),
  ];
}

function personLine(sight: Sight, seat: number, table: TableCard, words: Words): string {
  const exposed = sight.exposed[seat] ?? [];
  const line = words.say("mat.plate.facts", {
    who: seatName(table, seat, words),
    points: written(sight.points[seat] ?? 0),
    deputies: sight.deputies[seat],
    cards: sight.counts[seat],
  });
  return exposed.length ? `${line} ${words.say("mat.plate.exposed", { cards: exposed })}` : line;
}

function countLines({ count }: Sight, table: TableCard, words: Words): string[] {
  if (!count) return [];
  const { yes, no } = tallyOf(count);
  return [sentence({ did: "counted", ...count, yes, no }, table, words) ?? ""];
}
