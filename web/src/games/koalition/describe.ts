/** The state of a game in lines of text, its events in sentences. */
import type { Words } from "../../lib/i18n";
import { seatName } from "../../lib/names";
import type { AnyNow } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import { theBox, type Box } from "./box.svelte";
import { ACTIONS, PARTIES } from "./parties";
import type { Event as Happening, Move, Sight } from "./protocol";
import { ranking, tallyOf, totalOf } from "./sight";

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
    ...("seats" in event && { seats: event.seats.map(name) }),
    ...("winners" in event && { winners: event.winners.map(name) }),
    ...("blocs" in event && { blocs: event.blocs.map((label) => blocName(label, table, words)) }),
    ...("leader" in event && { leader: event.leader === null ? null : name(event.leader) }),
    ...("card" in event &&
      event.card !== null && { card: words.has(`card.${event.card}`) ? event.card : cardName(event.card, words) }),
  };
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
  if (sight.stage === "negotiate") return words.say(now.free.length ? "question.spoken" : "question.wait_negotiate");
  return words.say(`question.wait_${sight.stage}`, { who: now.asked.map(name) });
}

/** The whole of what the viewer knows, line by line. */
export function describe(now: AnyNow, table: TableCard, words: Words): string[] {
  const sight: Sight = now.sight;
  const box = theBox();
  return [
    status(now, table, words) ?? "",
    ...countryLines(sight, box, words),
    ...PARTIES.map((_, place) => partyLine(sight, place, box, table, words)).filter((line) => line !== null),
    ...talkLines(sight, table, words),
    ...handLines(sight, box, words),
    ...ranking(sight).map((seat) => personLine(sight, seat, table, words)),
    ...resultLines(sight, table, words),
    ...winnerLines(sight, table, words),
  ].filter(Boolean);
}

function countryLines(sight: Sight, box: Box, words: Words): string[] {
  const counts = { number: sight.number, countries: sight.options.countries };
  const country = sight.country === null ? undefined : box.country(sight.country);
  if (!country) return sight.number ? [words.say("text.between", counts)] : [];
  return [
    words.say("text.country", { ...counts, country: country.id, cards: country.cards, lap: sight.lap }),
    words.say("text.prizes", { ...country }),
  ];
}

function partyLine(sight: Sight, place: number, box: Box, table: TableCard, words: Words): string | null {
  const column = sight.columns[place];
  const party = PARTIES[place];
  if (!column?.cards.length || !party) return null;
  const name = (seat: number) => seatName(table, seat, words);
  const cards = column.cards.map(({ card, seat, resigned }) => {
    const marks = [name(seat), ...(resigned ? [words.say("text.resigned").toLowerCase()] : [])];
    return `${box.face(card).votes} ${cardName(card, words)} (${marks.join(", ")})`;
  });
  const parts = [
    words.say("text.votes", { votes: tallyOf(column, box).total }),
    words.say("text.leader", { leader: column.leader === null ? null : name(column.leader) }),
    ...(column.doubles ? [words.say("text.doubled", { times: column.doubles })] : []),
    ...(column.scandals ? [words.say("text.halved", { times: column.scandals })] : []),
    ...(column.toppled !== null ? [words.say("text.toppled", { seat: name(column.toppled) })] : []),
    cards.join(", "),
  ];
  return `${words.say(`party.${party.id}`)} : ${parts.join(". ")}.`;
}

function talkLines(sight: Sight, table: TableCard, words: Words): string[] {
  if (sight.stage !== "negotiate") return [];
  const name = (seat: number) => seatName(table, seat, words);
  const bloc = (label: string) => blocName(label, table, words);
  return [
    words.say("text.majority", { majority: sight.majority }),
    ...sight.blocs.map(({ label, votes, seat }) =>
      words.say("text.bloc", { label: words.say("mat.the", { bloc: bloc(label) }), votes, seat: name(seat) }),
    ),
    ...sight.proposals.map(({ number, by, blocs, needs, agreed }) =>
      words.say("text.proposal", {
        number,
        by: name(by),
        blocs: blocs.map(bloc),
        agreed: agreed.map(name),
        missing: needs.filter((seat) => !agreed.includes(seat)).map(name),
      }),
    ),
    ...(sight.silent.length ? [words.say("text.silent", { seats: sight.silent.map(name) })] : []),
  ];
}

function handLines(sight: Sight, box: Box, words: Words): string[] {
  if (sight.seat === null || !sight.deals || sight.outcome) return [];
  const cards = sight.hand.map((id) => {
    const face = box.face(id);
    if (face.party === null) return `${face.votes} ${cardName(id, words)}`;
    const accepts = words.say("text.accepts", { accepts: [...face.accepts] });
    return `${face.votes} ${face.name} (${words.say(`party.${face.party}`)} ; ${accepts.slice(0, 1).toLowerCase()}${accepts.slice(1)})`;
  });
  const actions = ACTIONS.flatMap((action, i) =>
    sight.actions[i] ? [`${sight.actions[i]} × ${words.say(`action.${action}`)}`] : [],
  );
  return [
    `${words.say("text.hand")} ${cards.join(", ")}.`,
    words.say("text.actions", { actions: actions.length ? actions : words.say("text.none").toLowerCase() }),
  ];
}

function personLine(sight: Sight, seat: number, table: TableCard, words: Words): string {
  const facts = { seat: seatName(table, seat, words), points: totalOf(sight, seat) };
  if (sight.outcome) return words.say("text.bonus", { ...facts, bonus: sight.bonuses[seat] ?? 0 });
  return words.say("text.score", {
    ...facts,
    last: sight.scores[seat] ?? 0,
    cards: sight.card_counts[seat] ?? 0,
    trumps: sight.trump_counts[seat] ?? 0,
  });
}

function resultLines({ result }: Sight, table: TableCard, words: Words): string[] {
  if (!result) return [];
  const blocs = result.blocs.map((label) => blocName(label, table, words));
  return [words.say(blocs.length ? "mat.text.formed" : "mat.text.none", { country: result.country, blocs })];
}

function winnerLines({ outcome }: Sight, table: TableCard, words: Words): string[] {
  if (!outcome) return [];
  const winners = outcome.places.flatMap((place, seat) => (place === 1 ? [seatName(table, seat, words)] : []));
  return [words.say("event.ended", { winners })];
}
