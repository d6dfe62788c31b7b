/** Read marks and muted players of a table's chat, stored in this browser only. */
import { readStored, readStoredSet, writeStored, writeStoredSet } from "../lib/storage";
import type { TableCard, ChatEntry } from "../protocol/messages";
import { isMine, roomOf, seatsOf, type Room } from "./rooms";

/** When each room of each table was last read up to. */
type Marks = Record<string, Record<Room, number>>;
const MOST_TABLES = 60;

function readMarks(): Marks {
  try {
    const marks: unknown = JSON.parse(readStored("talk_read") ?? "{}");
    return typeof marks === "object" && marks !== null ? (marks as Marks) : {};
  } catch {
    return {};
  }
}

export class Inbox {
  muted = $state.raw(readStoredSet("muted"));
  /** The room that was shown last. */
  lastRoom: Room | null = null;
  /** What was written in each room and not sent yet. */
  readonly drafts = new Map<Room, string>();
  private read = $state.raw<Record<Room, number>>({});

  constructor(
    private readonly table: string,
    /** The player's own seat and id. */
    private readonly own: () => Pick<TableCard, "you" | "who">,
  ) {
    this.read = readMarks()[table] ?? {};
  }

  isShown(message: ChatEntry): boolean {
    return !this.muted.has(`${this.table}:${message.who}`);
  }

  mute(who: string, silent: boolean): void {
    const key = `${this.table}:${who}`;
    const others = [...this.muted].filter((other) => other !== key);
    this.muted = new Set(silent ? [...others, key] : others);
    writeStoredSet("muted", this.muted);
  }

  /** The number of unread messages, in one room or in all. */
  unread(messages: readonly ChatEntry[], room?: Room): number {
    return messages.filter((message) => (!room || roomOf(message) === room) && this.isUnread(message)).length;
  }

  /** The room that the chat opens with: the one of the newest unread message, private ones first; else the last. */
  roomToOpen(messages: readonly ChatEntry[]): Room | null {
    const rooms = messages.filter((message) => this.isUnread(message)).map(roomOf);
    return rooms.findLast((room) => seatsOf(room)) ?? rooms.at(-1) ?? this.lastRoom;
  }

  private isUnread(message: ChatEntry): boolean {
    return !isMine(message, this.own()) && this.isShown(message) && message.at > (this.read[roomOf(message)] ?? 0);
  }

  /** Mark everything in a room as read. */
  markRead(messages: readonly ChatEntry[], room: Room): void {
    const last = Math.max(0, ...messages.filter((message) => roomOf(message) === room).map(({ at }) => at));
    if (last <= (this.read[room] ?? 0)) return;
    this.read = { ...this.read, [room]: last };
    const { [this.table]: _, ...others } = readMarks();
    const kept = Object.entries(others).slice(1 - MOST_TABLES);
    writeStored("talk_read", JSON.stringify({ ...Object.fromEntries(kept), [this.table]: this.read }));
  }
}
