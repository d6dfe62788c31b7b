/** Which cards travel across the table when something happens. */
import type { Entry } from "../../protocol/messages";
import type { Journey } from "../journey";
import type { Event } from "./protocol";

/** The middle of the table: the pack, the cards that were discarded, and the news. */
const MIDDLE = [".chamber"];
const GOVERNMENT = ['[data-point="government"]', ...MIDDLE];

/** The card of an event that a player lays before all. */
function played(event: Event): { seat: number; cards: string[]; to: readonly string[] } | null {
  switch (event.did) {
    case "attacked":
      return { seat: event.seat, cards: [event.card], to: [plate(event.target)] };
    case "answered":
      return { seat: event.lender ?? event.seat, cards: [event.card], to: MIDDLE };
    case "discarded":
      return { seat: event.seat, cards: [event.card], to: MIDDLE };
    case "bid":
      return { seat: event.seat, cards: [event.card, ...(event.union ? ["union"] : [])], to: GOVERNMENT };
    case "motion":
      return { seat: event.seat, cards: ["censure"], to: MIDDLE };
    case "pressed":
      return { seat: event.seat, cards: ["army"], to: [".pile li:last-child", ...MIDDLE] };
    case "united":
      return { seat: event.seat, cards: ["union"], to: MIDDLE };
    default:
      return null;
  }
}

/** The cards that a player gets; null for each that the viewer may not see. */
function received(event: Event): { seat: number; cards: readonly (string | null)[] } | null {
  if (event.did === "dealt") return { seat: event.seat, cards: event.cards ?? Array<null>(event.count).fill(null) };
  if (event.did === "takenback") return { seat: event.seat, cards: event.cards };
  return null;
}

const plate = (seat: number) => `[data-places] [data-seat="${seat}"]`;

/** The journeys of what has happened, as the player at `viewer` sees them; `origin` is where the card lay that they played. */
export function journeysIn(
  entries: readonly Pick<Entry<Event>, "events">[],
  viewer: number | null,
  origin: { card: string; place: DOMRect } | null,
): Journey[] {
  const paint = "var(--politico-blue)";
  const events = entries.flatMap((entry) => entry.events);
  return events.flatMap((event): Journey[] => {
    const laid = played(event);
    if (laid) {
      const behind = laid.seat === viewer ? [".hand", plate(laid.seat)] : [plate(laid.seat)];
      return laid.cards.map((card) => ({
        from: laid.seat === viewer && origin?.card === card ? [origin.place] : behind,
        to: laid.to,
        card,
        paint,
      }));
    }
    const got = received(event);
    if (!got) return [];
    return got.cards.map((card) => ({
      from: MIDDLE,
      to: got.seat === viewer ? [`.hand [data-held="${card}"]`, ".hand", plate(got.seat)] : [plate(got.seat)],
      card,
      paint,
    }));
  });
}
