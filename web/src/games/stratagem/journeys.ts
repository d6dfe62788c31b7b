/** Which cards and tokens travel across the table when something happens. */
import type { Words } from "../../lib/i18n";
import type { Entry } from "../../protocol/messages";
import type { Journey } from "../journey";
import { theBox } from "./box.svelte";
import { partyStyle } from "./icons";
import type { Event } from "./protocol";
import { actionTitle, cardTitle, plankTitle, themeTitle } from "./sentences";

const mat = (seat: number) => `[data-mat="${seat}"]`;
/** On a phone only one mat of the others is open; the rest are tabs. */
const tab = (seat: number) => `[data-tab="${seat}"]`;
const MIDDLE = ".middle";
const CENTRE = [".centre .card", ".centre"];
/** The pack lies in the hand; those who have none see cards come from above the middle. */
const PACK = ["button.deck", ".campaign"];
const PAPER = "var(--stratagem-ribbon)";

/** The journeys of what has happened; `parties` are those of the seats. */
export function journeysIn(
  entries: readonly Pick<Entry<Event>, "events">[],
  parties: readonly (string | undefined)[],
  words: Words,
): Journey[] {
  const colour = (seat: number) => partyStyle(parties[seat]).colour;
  const head = (seat: number) => `${mat(seat)} header`;
  /** A seat's cards that are in hand. */
  const hand = (seat: number) => [head(seat), tab(seat)];
  const supports = (seat: number) => [`${mat(seat)} [data-supports]`, tab(seat)];
  const space = (seat: number, theme: number) => [`${mat(seat)} ol > li:nth-child(${theme + 1})`, tab(seat)];
  const face = (card: string) => ({
    card,
    label: cardTitle(card),
    heading: words.say(`family.${theBox().card(card).family}`),
  });
  const option = (id: string) => {
    const { theme } = theBox().plank(id);
    return { card: id, label: plankTitle(id), heading: themeTitle(theme), theme };
  };
  const events = entries.flatMap((entry) => entry.events);
  return events.flatMap((event): Journey[] => {
    switch (event.did) {
      case "shown": {
        const { theme, ...card } = option(event.option);
        return [{ ...card, from: [head(event.seat), MIDDLE], to: space(event.seat, theme), paint: colour(event.seat) }];
      }
      case "withdrawn": {
        const { theme, ...card } = option(event.option);
        return [{ ...card, from: space(event.seat, theme), to: [head(event.seat), MIDDLE], paint: colour(event.seat) }];
      }
      case "drawn": {
        const paint = "var(--stratagem-deck)";
        if (event.card === null) return [{ card: null, from: PACK, to: hand(event.seat), paint }];
        const to = event.family === "secret" ? hand(event.seat) : CENTRE;
        return [{ ...face(event.card), from: PACK, to, paint }];
      }
      case "accepted":
      case "revealed": {
        const from = event.did === "accepted" ? CENTRE : [head(event.seat), MIDDLE];
        return [{ ...face(event.card), from, to: supports(event.seat), paint: "var(--stratagem-support)" }];
      }
      case "returned":
        return [
          { ...face(event.card), from: supports(event.seat), to: [".centre"], paint: "var(--stratagem-support)" },
        ];
      case "played": {
        const to = event.target === null ? CENTRE : [mat(event.target), tab(event.target)];
        return [{ ...face(event.card), from: hand(event.seat), to, paint: PAPER }];
      }
      case "launched":
        return [
          {
            card: event.action,
            label: actionTitle(event.action),
            heading: words.say("mat.hand.action"),
            from: [head(event.seat), MIDDLE],
            to: supports(event.seat),
            paint: PAPER,
          },
        ];
      case "swayed": {
        if (!event.moved) return [];
        const [won, lost] = [[`${mat(event.seat)} .tokens`, tab(event.seat)], [".popularity"]];
        const number = `${event.moved > 0 ? "+" : "−"}${Math.abs(event.moved)}`;
        return [
          {
            card: null,
            label: words.say("mat.tokens.percent", { tokens: number }),
            from: event.moved > 0 ? lost : won,
            to: event.moved > 0 ? won : lost,
            paint: colour(event.seat),
            token: true,
          },
        ];
      }
      default:
        return [];
    }
  });
}
