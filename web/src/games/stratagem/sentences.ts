/** What happens and what is asked, in sentences. */
import type { Words } from "../../lib/i18n";
import { language } from "../../lib/language.svelte";
import { seatName } from "../../lib/names";
import type { AnyNow } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import { theBox, type Effect } from "./box.svelte";
import type { Event as Happening, Sight } from "./protocol";

const said = (title: { fr: string; en: string }) => title[language.current];

/** What is printed at the head of things. */
export const cardTitle = (id: string): string => said(theBox().card(id).title);
export const plankTitle = (id: string): string => said(theBox().plank(id).title);
export const partyTitle = (id: string): string => said(theBox().party(id).title);
export const actionTitle = (id: string): string => said(theBox().action(id).title);
export const themeTitle = (theme: number): string => said(theBox().data.themes[theme]?.title ?? { fr: "", en: "" });

/** What a card does, in one line. */
export function effectLine({ who: whom, option, percent, skip }: Effect, words: Words, family?: string): string {
  // A secret works when it is played, not when it is drawn.
  const who = family === "secret" && whom === "drawer" ? "player" : whom;
  if (option !== null)
    return words.say(skip ? "effect.showing_skip" : "effect.showing", { option: plankTitle(option), percent });
  return words.say(skip ? "effect.skip" : "effect.percent", { who, percent });
}

/** Events that only repeat what another says, or that the table shows by itself. */
const SILENT = new Set(["began", "offered", "planned"]);

/** A line for the log. */
export function sentence(event: Happening, table: TableCard, words: Words): string | null {
  if (SILENT.has(event.did)) return null;
  // Who is out for want of tokens mostly has none to share.
  if (event.did === "shared" && event.heir === null && !event.each) return null;
  const facts = told(event, (seat) => seatName(table, seat, words));
  // Whom a secret is played against, and who inherits, both choose the sentence and stand in it.
  if (event.did === "played") return words.say(`event.played.${event.target ?? "None"}`, facts);
  if (event.did === "shared") return words.say(`event.shared.${event.heir ?? "None"}`, facts);
  return words.say(`event.${event.did}`, facts);
}

/** The facts of an event with names in the place of seats, cards and options. */
function told(event: Happening, name: (seat: number) => string): Record<string, unknown> {
  const known = new Set(theBox().data.cards.map(({ id }) => id));
  const each = (values: readonly unknown[]) => values.map((value, seat) => `${name(seat)} ${String(value)}`);
  return {
    ...event,
    ...("numbers" in event && { numbers: each(event.numbers) }),
    ...(event.did === "counted" && { tokens: each(event.tokens) }),
    ...("seat" in event && { seat: name(event.seat) }),
    ...("first" in event && { first: name(event.first) }),
    ...("target" in event && event.target !== null && { target: name(event.target) }),
    ...("heir" in event && event.heir !== null && { heir: name(event.heir) }),
    ...("card" in event && event.card !== null && { card: cardTitle(event.card) }),
    ...("option" in event && event.option !== null && { option: plankTitle(event.option) }),
    ...("fallen" in event && { fallen: event.fallen.map(cardTitle) }),
    ...("parties" in event && { parties: event.parties.map((party, seat) => `${name(seat)} (${partyTitle(party)})`) }),
    ...("party" in event && { party: partyTitle(event.party) }),
    ...("why" in event && known.has(event.why) && { why: cardTitle(event.why) }),
  };
}

/** What is asked now, and of whom; in the end, who has won. */
export function status(now: AnyNow, table: TableCard, words: Words): string | null {
  const sight: Sight = now.sight;
  const name = (seat: number) => seatName(table, seat, words);
  if (sight.outcome) {
    const winner = sight.outcome.places.indexOf(1);
    return words.say("event.ended", {
      reason: sight.outcome.reason,
      seat: name(winner),
      party: partyTitle(sight.parties[winner] ?? ""),
    });
  }
  if (sight.stage === "seating" || sight.stage === "card") return words.say(`question.${sight.stage}`);
  const facts = {
    who: sight.asked.map(name),
    card: sight.offer ? cardTitle(sight.offer.card) : "",
    theme: themeTitle(sight.plan.indexOf(-1)),
    owing: sight.owing ? cardTitle(sight.owing) : "",
  };
  const mine = table.you !== null && sight.asked.includes(table.you);
  if (!mine) return words.say(`question.wait_${sight.stage}`, facts);
  if (sight.stage !== "turn") return words.say(`question.${sight.stage}`, facts);
  const moment = sight.owing
    ? "turn_owed"
    : sight.must_draw
      ? "turn_must_draw"
      : sight.crisis
        ? "turn_crisis"
        : sight.deck
          ? "turn"
          : "turn_empty";
  return words.say(`question.${moment}`, facts);
}

/** What the palace clock says of a crisis: what goes on, what ends it, how long it has. */
export function crisisLines(
  sight: Sight,
  table: TableCard,
  words: Words,
): { said: string; ends: string; clock: string } | null {
  const { crisis } = sight;
  if (!crisis) return null;
  const name = (seat: number) => (seat < 0 ? "" : seatName(table, seat, words));
  const facts = {
    author: name(crisis.author),
    dictator: name(crisis.dictator),
    strikers: crisis.strikers.map(name),
    rebels: crisis.rebels.map(name),
  };
  return {
    said: words.say(`crisis.${crisis.action}`, facts),
    ends: words.say(`crisis_ends.${crisis.action}`, facts),
    clock: words.say("clock", { left: crisis.left }),
  };
}
