/** The rooms of a table's chat: the whole table, private rooms of some seats, and the spectators' own. */
import type { Words } from "../lib/i18n";
import { isGuest, list, seatName } from "../lib/names";
import type { TableCard, ChatEntry } from "../protocol/messages";

/** `table`, `watchers`, or the seats of a private room in order, such as `0,2`. */
export type Room = string;

export const TABLE: Room = "table";
export const SPECTATORS: Room = "watchers";

export function roomOf(message: Pick<ChatEntry, "by" | "to">): Room {
  if (message.by === null) return SPECTATORS;
  return message.to === null ? TABLE : between(message.to);
}

/** Whether the player wrote it: from their seat in any browser, or as a spectator. */
export function isMine(message: Pick<ChatEntry, "by" | "who">, table: Pick<TableCard, "you" | "who">): boolean {
  return message.by === null ? message.who === table.who : message.by === table.you;
}

/** The private room of some seats. */
export function between(seats: readonly number[]): Room {
  return [...new Set(seats)].sort((a, b) => a - b).join(",");
}

/** The seats that a private room holds; null for the others. */
export function seatsOf(room: Room): number[] | null {
  return room === TABLE || room === SPECTATORS ? null : room.split(",").map(Number);
}

/** The rooms that a player may enter, including those with messages. */
export function roomsFor(table: TableCard, messages: readonly ChatEntry[], opened: readonly Room[]): Room[] {
  const fixed = table.you === null ? [SPECTATORS, TABLE] : [TABLE];
  return [...new Set([...fixed, ...messages.map(roomOf), ...opened])];
}

/** Whether a player may write in a room: spectators only in their own. */
export function mayWrite(table: TableCard, room: Room): boolean {
  return table.you === null ? room === SPECTATORS : room === TABLE || (seatsOf(room)?.includes(table.you) ?? false);
}

/** The seats that a private room can be opened with: people and programs; the server's bots do not chat. */
export function companions(table: TableCard): number[] {
  return table.seats.flatMap((card, seat) => (isGuest(card) && seat !== table.you ? [seat] : []));
}

/** The name of a room: of a private one, the other players in it. */
export function roomName(table: TableCard, room: Room, words: Words, lang: string): string {
  const seats = seatsOf(room);
  if (!seats) return words.say(`talk.${room}`);
  const others = seats.filter((seat) => seat !== table.you);
  return list(
    others.map((seat) => seatName(table, seat, words)),
    lang,
  );
}

/** Up to two initials for an avatar. */
export function initials(name: string): string {
  const firsts = name.match(/[\p{L}\p{N}]+/gu)?.map((part) => [...part][0] ?? "") ?? [];
  return (firsts.length > 1 ? `${firsts[0]}${firsts.at(-1)}` : (firsts[0] ?? "?")).toUpperCase();
}
