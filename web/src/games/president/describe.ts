/** The state of a game in lines of text, its events in sentences. */
import type { Words } from "../../lib/i18n";
import { language } from "../../lib/language.svelte";
import { seatName } from "../../lib/names";
import type { AnyNow } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import { theBox } from "./box.svelte";
import { order } from "./choosing";
import type { Event as Happening, Sight } from "./protocol";
import type { Holder } from "./sides";

/** What is printed at the head of a campaign card. */
export const cardTitle = (id: string): string => theBox().card(id).title[language.current];

/** A department on the map, said aloud: its code and name, its voters, and who holds it. */
export function placeLabel(code: string, holder: Holder | undefined, words: Words): string {
  const { name, voters } = theBox().department(code);
  return words.say(`mat.place.${standing(holder)}`, { code, name, voters, ...who(holder) });
}

/** Who holds a department, if anybody. */
export function holderLabel(holder: Holder | undefined, words: Words): string {
  return words.say(`mat.holder.${standing(holder)}`, who(holder));
}

const standing = (holder: Holder | undefined) => (holder ? (holder.safe ? "safe" : "held") : "free");
const who = (holder: Holder | undefined) => ({ who: holder?.side.name, party: holder?.side.party.id });

/** A line for the log. */
export function sentence(event: Happening, table: TableCard, words: Words): string | null {
  const name = (seat: number) => seatName(table, seat, words);
  if (event.did === "kept")
    return words.say("mat.told.kept", { amount: event.amount, who: name(event.side), total: event.total });
  return words.say(`event.${event.did}`, told(event, name));
}

/** The facts of an event with names in the place of seats and cards. */
function told(event: Happening, name: (seat: number) => string): Record<string, unknown> {
  return {
    ...event,
    ...("seat" in event && { seat: name(event.seat) }),
    ...("owner" in event && { owner: name(event.owner) }),
    ...("side" in event && { side: event.side === null ? "" : name(event.side) }),
    ...("first" in event && { first: name(event.first) }),
    ...("rival" in event && event.rival !== null && { rival: name(event.rival) }),
    ...(event.did === "secondround" && {
      one: name(event.one),
      other: name(event.other),
      one_ally: event.one_ally === null ? "" : name(event.one_ally),
      other_ally: name(event.other_ally),
    }),
    ...("card" in event && { card: cardTitle(event.card) }),
  };
}

/** What is asked now, and of whom; in the end, who is elected. */
export function status(now: AnyNow, table: TableCard, words: Words): string | null {
  const sight: Sight = now.sight;
  const name = (seat: number | undefined) => (seat === undefined ? "" : seatName(table, seat, words));
  if (sight.outcome)
    return words.say("event.elected", { reason: sight.outcome.reason, side: name(electedIn(sight) ?? undefined) });
  if (["lots", "roll", "card", "deal"].includes(sight.stage)) return words.say(`question.${sight.stage}`);
  const { duel } = sight;
  const facts = {
    amount: sight.amount,
    code: duel?.code,
    score: duel?.defence_score,
    rival: name(duel?.seat),
    who: sight.asked.map(name),
  };
  const mine = table.you !== null && sight.asked.includes(table.you);
  return words.say(`question.${mine ? "" : "wait_"}${sight.stage}`, facts);
}

/** Who is elected: the one in first place; null in a tie. */
export function electedIn({ outcome }: Sight): number | null {
  if (!outcome || outcome.reason === "tie") return null;
  const first = outcome.places.indexOf(1);
  return first < 0 ? null : first;
}

/** The whole of what everybody knows, line by line. */
export function describe(now: AnyNow, table: TableCard, words: Words): string[] {
  const sight: Sight = now.sight;
  return [
    status(now, table, words) ?? "",
    words.say("text.round", { round: sight.round }),
    words.say("text.majority", { goal: sight.goal, urn: sight.urn }),
    ...Array.from({ length: sight.players }, (_, seat) => sideLines(sight, seat, table, words)).flat(),
    ...freeLines(sight, words),
    ...tableLines(sight, table, words),
    ...choiceLines(sight, words),
  ].filter(Boolean);
}

function named(code: string, sight: Sight, words: Words): string {
  const { name, voters } = theBox().department(code);
  return words.say(sight.safe.includes(code) ? "mat.text.safe" : "mat.text.department", { code, name, voters });
}

function cardLine(key: string, cards: readonly string[], words: Words): string {
  if (!cards.length) return "";
  return words.say(key, {
    cards: cards.map((id) => words.say("text.card_amount", { card: cardTitle(id), amount: theBox().card(id).amount })),
  });
}

function sideLines(sight: Sight, seat: number, table: TableCard, words: Words): string[] {
  const name = (other: number) => seatName(table, other, words);
  const party = sight.parties[seat];
  if (party === undefined) return [words.say("text.undrawn", { seat: name(seat) })];
  const side = sight.sides[seat] ?? seat;
  if (side !== seat) return [words.say("text.ally", { seat: name(seat), party, side: name(side) })];
  const allies = sight.sides.flatMap((its, ally) => (its === seat && ally !== seat ? [name(ally)] : []));
  const held = sight.held[seat] ?? [];
  return [
    words.say(allies.length ? "text.candidate" : "text.side", {
      seat: name(seat),
      party,
      allies,
      votes: sight.votes[seat] ?? 0,
      count: held.length,
    }),
    held.length ? words.say("text.held", { departments: held.map((code) => named(code, sight, words)) }) : "",
    cardLine("text.kept", sight.kept[seat] ?? [], words),
    cardLine("text.debts", sight.debts[seat] ?? [], words),
  ];
}

function freeLines(sight: Sight, words: Words): string[] {
  const taken = new Set(sight.held.flat());
  const free = theBox()
    .data.departments.map(({ code }) => code)
    .filter((code) => !taken.has(code));
  const line = words.say("text.free", { count: free.length });
  return [free.length ? `${line}. ${free.map((code) => named(code, sight, words)).join(", ")}.` : `${line}.`];
}

function tableLines(sight: Sight, table: TableCard, words: Words): string[] {
  const name = (seat: number) => seatName(table, seat, words);
  const { roll, card, duel } = sight;
  const box = theBox();
  return [
    roll ? words.say("text.roll", { low: roll[0], high: roll[1] }) : "",
    card
      ? words.say("text.card", {
          kind: box.card(card).kind,
          card: cardTitle(card),
          amount: box.card(card).amount,
          text: box.card(card).text[language.current],
        })
      : "",
    ...(duel
      ? [
          words.say("text.duel", {
            seat: name(duel.seat),
            owner: name(duel.owner),
            code: duel.code,
            voters: box.department(duel.code).voters,
          }),
          ...(
            [
              [duel.owner, duel.defence, duel.defence_score],
              [duel.seat, duel.attack, duel.attack_score],
            ] as const
          ).map(([seat, cards, score]) =>
            cards.length
              ? words.say("text.hand", { seat: name(seat), cards, score })
              : words.say("text.no_hand", { seat: name(seat) }),
          ),
          duel.result ? words.say("text.result", { result: duel.result, seat: name(duel.seat) }) : "",
        ]
      : []),
    words.say("text.deck", { deck: sight.deck.length, talon: sight.talon.length }),
  ];
}

function choiceLines(sight: Sight, words: Words): string[] {
  if (!sight.eligible.length || sight.outcome) return [];
  const codes = [...sight.eligible].sort(order);
  const line = `${words.say("text.eligible")} ${codes.map((code) => named(code, sight, words)).join(", ")}.`;
  return sight.amount ? [words.say("text.amount", { amount: sight.amount }), line] : [line];
}
