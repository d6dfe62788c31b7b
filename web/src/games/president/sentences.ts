/** What happens and what is asked, in sentences. */
import type { Words } from "../../lib/i18n";
import { language } from "../../lib/language.svelte";
import { seatName } from "../../lib/names";
import type { AnyNow } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import { theBox } from "./box.svelte";
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
  if (["lots", "allot", "roll", "card", "deal"].includes(sight.stage)) return words.say(`question.${sight.stage}`);
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
