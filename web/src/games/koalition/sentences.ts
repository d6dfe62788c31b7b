/** What happens and what is asked, in sentences. */
import type { Words } from "../../lib/i18n";
import { seatName } from "../../lib/names";
import type { AnyNow } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import { theBox } from "./box.svelte";
import type { ProposalCheck } from "./coalition";
import type { Event as Happening, Move, Sight } from "./protocol";

/** What leaders may do in a negotiation while they wait for others. */
const SPOKEN: readonly string[] = ["propose", "accept", "decline", "takeback"];

/** What a bloc is called inside a sentence: a party, or a player's share of one. */
export function blocName(label: string, table: TableCard, words: Words): string {
  const [party = "", seat] = label.split(":");
  if (seat === undefined) return party;
  const said = words.say("mat.share", { party, who: seatName(table, Number(seat), words) });
  return said.slice(0, 1).toLowerCase() + said.slice(1);
}

/** What a card is called: the politician's name, or that it is a joker. */
export function cardName(id: string, words: Words): string {
  return theBox().face(id).name ?? words.say("mat.joker");
}

/** A line for the log. Everybody passes after almost every card, so passing is not worth one. */
export function sentence(event: Happening, table: TableCard, words: Words): string | null {
  if (event.did === "passed") return null;
  if (event.did === "dealt") return event.seat === 0 ? words.say("mat.told.dealt", { deal: event.deal }) : null;
  return words.say(`event.${event.did}`, told(event, table, words));
}

/** The facts of an event with names in the place of seats. */
function told(event: Happening, table: TableCard, words: Words): Record<string, unknown> {
  const name = (seat: number) => seatName(table, seat, words);
  return {
    ...event,
    ...("seat" in event && { seat: name(event.seat), who: name(event.seat) }),
    ...("by" in event && { by: name(event.by), to: name(event.to) }),
    ...("seats" in event && { seats: event.seats.map(name) }),
    ...("winners" in event && { winners: event.winners.map(name) }),
    ...("blocs" in event && { blocs: event.blocs.map((label) => blocName(label, table, words)) }),
    ...("leader" in event && { leader: event.leader === null ? null : name(event.leader) }),
    ...("card" in event &&
      event.card !== null && { card: words.has(`card.${event.card}`) ? event.card : cardName(event.card, words) }),
  };
}

/** A move with names in the place of seats, blocs and jokers. */
export function moveSentence(move: Move, table: TableCard, words: Words): string {
  const facts = {
    ...move,
    ...("seat" in move && { seat: seatName(table, move.seat, words) }),
    ...("to" in move && { to: seatName(table, move.to, words) }),
    ...("blocs" in move && { blocs: move.blocs.map((label) => blocName(label, table, words)) }),
    ...("card" in move && { card: words.has(`card.${move.card}`) ? move.card : cardName(move.card ?? "", words) }),
  };
  return words.say(`move.${move.do}`, facts);
}

/** What is asked now, and of whom. */
export function status(now: AnyNow, table: TableCard, words: Words): string | null {
  const sight: Sight = now.sight;
  const name = (seat: number) => seatName(table, seat, words);
  // The winner is announced once the Europe bonus is given.
  if (sight.outcome) return words.say("question.over");
  if (["lot", "deal", "country"].includes(sight.stage)) return words.say("question.nature");
  if (now.asked.includes(table.you ?? -1)) {
    const offered = now.legal.some((move: Move) => move.do === "accept");
    return words.say(`question.${offered ? "answer" : sight.stage}`);
  }
  if (sight.stage === "negotiate") {
    const speaks = now.free.some((move: Move) => SPOKEN.includes(move.do));
    return words.say(speaks ? "question.spoken" : "question.wait_negotiate");
  }
  return words.say(`question.wait_${sight.stage}`, { who: now.asked.map(name) });
}

/** What a selection of blocs amounts to, in a sentence. */
export function checkText(check: ProposalCheck, table: TableCard, words: Words): string {
  const named = (labels: string[]) => labels.map((label) => blocName(label, table, words));
  switch (check.kind) {
    case "spare":
      return words.say("mat.talk.spare", { bloc: named([check.bloc]) });
    case "incompatible":
      return words.say("mat.talk.incompatible", { blocs: named(check.blocs) });
    default:
      return words.say(`mat.talk.${check.kind}`, check);
  }
}
