/** The state of a game in lines of text, its events in sentences. */
import type { Words } from "../../lib/i18n";
import { language } from "../../lib/language.svelte";
import { seatName } from "../../lib/names";
import type { AnyNow } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import { theBox, type Effect } from "./box.svelte";
import type { Event as Happening, Sight } from "./protocol";
import { laidBy, movesTo, needsOf, PLAYERS } from "./sight";

const said = (title: { fr: string; en: string }) => title[language.current];

/** What is printed at the head of things. */
export const cardTitle = (id: string): string => said(theBox().card(id).title);
export const plankTitle = (id: string): string => said(theBox().plank(id).title);
export const partyTitle = (id: string): string => said(theBox().party(id).title);
export const actionTitle = (id: string): string => said(theBox().action(id).title);
export const themeTitle = (theme: number): string => said(theBox().data.themes[theme]?.title ?? { fr: "", en: "" });

/** What a card does, in one line. */
export function effectLine({ who, option, percent, skip }: Effect, words: Words): string {
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

/** The whole of what one knows, line by line. */
export function describe(now: AnyNow, table: TableCard, words: Words): string[] {
  const sight: Sight = now.sight;
  const name = (seat: number) => seatName(table, seat, words);
  const seats = Array.from({ length: PLAYERS }, (_, seat) => seat);
  return [
    status(now, table, words) ?? "",
    sight.numbers.length && !sight.turns
      ? words.say("text.numbers", {
          numbers: sight.numbers.map((number, seat) => `${name(seat)} ${number}`),
          first: name(sight.first ?? 0),
        })
      : "",
    sight.turns ? words.say("text.campaign", { campaign: sight.campaign, candidates: sight.candidates.map(name) }) : "",
    sight.turns && sight.turn !== null ? words.say("text.turn", { turns: sight.turns, turn: name(sight.turn) }) : "",
    sight.watching.length ? words.say("text.watching", { watching: sight.watching.map(name) }) : "",
    ...crisisText(sight, table, words),
    ...seats.flatMap((seat) => matLines(sight, seat, table, words)),
    ...tableLines(sight, table, words),
    ...handLines(now, words),
    ...endLines(sight, table, words),
  ].filter(Boolean);
}

function crisisText(sight: Sight, table: TableCard, words: Words): string[] {
  const lines = crisisLines(sight, table, words);
  if (!lines || !sight.crisis) return [];
  return [
    words.say("text.crisis", { said: lines.said, ends: lines.ends }),
    words.say("text.clock", { by: seatName(table, sight.crisis.by, words), said: lines.clock.toLowerCase() }),
  ];
}

function matLines(sight: Sight, seat: number, table: TableCard, words: Words): string[] {
  const box = theBox();
  const name = seatName(table, seat, words);
  const party = sight.parties[seat];
  const facts = {
    seat: name,
    party: partyTitle(party ?? ""),
    tokens: sight.tokens[seat] ?? 0,
    secrets: sight.secret_counts[seat] ?? 0,
  };
  if (party === undefined) return [words.say("text.undecided", facts)];
  if (!sight.alive[seat]) return [words.say("text.gone", { ...facts, resigned: sight.resigned.includes(seat) })];
  const statuses = [
    sight.skips[seat] ? words.say("text.status.skips", { skips: sight.skips[seat] }) : "",
    sight.owed[seat] ? words.say("text.status.owed") : "",
    sight.candidates.includes(seat) ? words.say("text.status.candidate") : "",
    sight.broke.includes(seat) ? words.say("text.status.broke") : "",
    sight.irregular[seat] ? words.say("text.status.irregular") : "",
  ].filter(Boolean);
  const shown = (sight.shown[seat] ?? []).map((side, theme) => box.side(theme, side));
  const number = box.data.parties.findIndex(({ id }) => id === party);
  const head = words.say("text.mat", facts);
  const laid = laidBy(sight, seat, box);
  return [
    statuses.length ? words.say("text.with_status", { said: head, status: statuses }) : head,
    ...shown.flatMap((plank) =>
      plank
        ? [
            words.say("text.shown", {
              theme: themeTitle(plank.theme),
              option: said(plank.title),
              opinion: plank.opinion,
              members: plank.members[number] ?? 0,
            }),
          ]
        : [],
    ),
    ...(shown.some((plank) => !plank)
      ? [words.say("text.blank", { themes: shown.flatMap((plank, theme) => (plank ? [] : [themeTitle(theme)])) })]
      : []),
    ...(sight.supports[seat] ?? []).map((card) => words.say("text.support", supportFacts(card, words))),
    laid.length ? words.say("text.laid", { actions: laid.map(actionTitle) }) : "",
  ];
}

function supportFacts(id: string, words: Words) {
  const card = theBox().card(id);
  const demands = card.demands.map((option) => words.say("text.demand", { option: plankTitle(option) }));
  return { card: said(card.title), strength: card.strength, mark: card.mark, demands, percent: card.percent };
}

function tableLines(sight: Sight, table: TableCard, words: Words): string[] {
  const name = (seat: number) => seatName(table, seat, words);
  const { card, offer, charge } = sight;
  const read = theBox().data.cards.find(({ id }) => id === card);
  return [
    offer
      ? words.say("text.offer", {
          ...supportFacts(offer.card, words),
          drawer: name(offer.drawer),
          seat: name(offer.seat),
        })
      : "",
    read ? words.say("text.card", { card: said(read.title), family: read.family, text: said(read.text) }) : "",
    charge ? words.say("text.charge", { ...charge, seat: name(charge.seat), target: name(charge.target) }) : "",
    sight.turns
      ? words.say("text.deck", {
          deck: sight.deck,
          fallen: sight.fallen.length ? sight.fallen.map(cardTitle) : words.say("text.none"),
        })
      : "",
  ];
}

function handLines(now: AnyNow, words: Words): string[] {
  const sight: Sight = now.sight;
  if (sight.seat === null || sight.outcome || !sight.parties.length) return [];
  const box = theBox();
  const me = sight.seat;
  const plan = sight.plan.flatMap((side, theme) => box.side(theme, side)?.id ?? []);
  const options = [...movesTo("plan", now.legal), ...movesTo("show", now.legal)].map(({ option }) => option);
  const number = box.data.parties.findIndex(({ id }) => id === sight.parties[me]);
  return [
    plan.length ? words.say("text.plan", { plan: plan.map(plankTitle) }) : "",
    sight.secrets.length ? words.say("text.hand") : sight.turns ? words.say("text.no_hand") : "",
    ...sight.secrets.map((id) => {
      const card = box.card(id);
      if (card.strength) return words.say("text.secret_support", supportFacts(id, words));
      return words.say("text.secret", {
        card: said(card.title),
        effects: card.effects.map((effect) => effectLine(effect, words)),
      });
    }),
    sight.owing ? words.say("text.owing", { owing: cardTitle(sight.owing) }) : "",
    options.length ? words.say(sight.stage === "programme" ? "text.choices" : "text.to_show") : "",
    ...options.map((id) => {
      const plank = box.plank(id);
      const supports = plank.demanded.map((card) =>
        words.say("text.group", { card: cardTitle(card), strength: box.card(card).strength }),
      );
      return words.say("text.choice", {
        option: said(plank.title),
        opinion: plank.opinion,
        members: plank.members[number] ?? 0,
        supports: supports.length ? supports : words.say("text.nobody"),
      });
    }),
    ...(sight.turns
      ? [
          words.say("text.actions"),
          ...box.data.actions.map(({ id, percent }) =>
            words.say("text.action", {
              action: actionTitle(id),
              supports: needsOf(id, sight, me, box).map(({ strength }) => strength),
              percent,
            }),
          ),
        ]
      : []),
  ];
}

function endLines(sight: Sight, table: TableCard, words: Words): string[] {
  const box = theBox();
  return sight.programmes.flatMap((mat, seat) => {
    const name = seatName(table, seat, words);
    const kept = sight.open_secrets[seat] ?? [];
    return [
      words.say("text.programme", {
        seat: name,
        plan: mat.flatMap((side, theme) => box.side(theme, side)?.id ?? []).map(plankTitle),
      }),
      kept.length ? words.say("text.open_secrets", { seat: name, cards: kept.map(cardTitle) }) : "",
    ];
  });
}
