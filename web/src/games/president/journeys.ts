/** Which tokens travel between the candidates and the map when departments change hands. */
import type { Entry } from "../../protocol/messages";
import type { Journey } from "../journey";
import type { Event } from "./protocol";
import type { Side } from "./sides";

const candidate = (seat: number) => [`[data-side="${seat}"]`];
const department = (code: string) => [`.country [data-code="${code}"]`, `[data-code="${code}"]`];

/** The journeys of what has happened; `sides` are the candidates. */
export function journeysIn(entries: readonly Pick<Entry<Event>, "events">[], sides: readonly Side[]): Journey[] {
  const events = entries.flatMap((entry) => entry.events);
  return events.flatMap((event): Journey[] => {
    if (event.did !== "took" && event.did !== "won" && event.did !== "claimed" && event.did !== "released") return [];
    // What is claimed goes from the side of a challenger to the player who was challenged.
    const holder = event.did === "claimed" ? event.seat : event.side;
    const party = sides.find(({ seat }) => seat === holder)?.party;
    if (!party) return [];
    const [from, to] = [candidate(holder), department(event.code)];
    return [
      {
        card: null,
        label: party.id,
        from: event.did === "released" ? to : from,
        to: event.did === "released" ? from : to,
        paint: party.colour,
        token: true,
      },
    ];
  });
}
