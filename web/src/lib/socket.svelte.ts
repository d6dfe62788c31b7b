/** A table's WebSocket: it reconnects, resumes where it was, and sends again what was not answered. */
import type {
  Ack,
  Change,
  Clocks,
  Entry,
  Incoming,
  MotionCard,
  Notice,
  Now,
  Outgoing,
  Refused,
  TableCard,
  ChatEntry,
  Welcome,
} from "../protocol/messages";
import { randomHex } from "./random";
import { merge, newItems } from "./sequence";

// The socket carries every game: sights, moves and events are `any` here, and typed in each game's own folder.
/* eslint-disable @typescript-eslint/no-explicit-any */
export type AnyNow = Now<any, any>;
export type AnyEntry = Entry<any>;
/* eslint-enable @typescript-eslint/no-explicit-any */

export type Status = "connecting" | "live" | "lost";
type Answer = Ack | Refused;

/** A message without its id, which is given when it is sent. */
type Unsent = Incoming extends infer Message ? (Message extends Incoming ? Omit<Message, "id"> : never) : never;

interface Pending {
  frame: Incoming;
  answer: (answer: Answer) => void;
  timer?: ReturnType<typeof setTimeout>;
}

/** The clocks as the server sent them, and when they arrived, by `performance.now()`. */
export interface ClockReading {
  clocks: Clocks;
  received: number;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** A connection that leaves a message unanswered this long is closed and opened anew. */
const ANSWER_TIMEOUT = 10_000;
/** Close codes from here on are final: no reconnection. */
const FINAL_CODE = 4400;
/** The server's rules are another edition than the table's. */
const OTHER_EDITION = 4410;

export class TableSocket {
  table = $state.raw<TableCard | null>(null);
  now = $state.raw<AnyNow | null>(null);
  /** Everything that happened, oldest first. */
  story = $state.raw<Entry[]>([]);
  /** What the latest message added to the story; empty on arrival. */
  fresh = $state.raw<Entry[]>([]);
  /** The chat messages that this viewer may read, oldest first. */
  chat = $state.raw<ChatEntry[]>([]);
  clocks = $state.raw<ClockReading | null>(null);
  /** What happened around the game, oldest first: what was voted, for whom a bot plays. */
  notices = $state.raw<Notice[]>([]);
  status = $state<Status>("connecting");
  /** True once the server has closed the connection for good. */
  gone = $state(false);
  /** The server does not know the rules of this table any more. */
  edition = $state(false);

  private socket: WebSocket | null = null;
  private seq = 0;
  private welcomed = false;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly pending = new Map<string, Pending>();
  private readonly wake = () => this.retryNow();

  constructor(
    readonly id: string,
    private readonly openSocket: (url: string) => WebSocket = (url) => new WebSocket(url),
  ) {}

  open(): void {
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  close(): void {
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.timer);
    for (const { timer } of this.pending.values()) clearTimeout(timer);
    this.disconnect();
  }

  /** Reconnect from the start after taking a seat: a player's view is not a spectator's. */
  reopen(): void {
    this.disconnect();
    this.status = "connecting";
    this.story = this.fresh = [];
    this.chat = [];
    this.notices = [];
    this.seq = 0;
    this.welcomed = false;
    this.connect();
  }

  // Each of these promises waits through reconnections until the server has answered.

  /** Play moves, all or none. */
  play(moves: unknown[]): Promise<Answer> {
    return this.ask({ t: "play", question: this.now?.question ?? 0, moves });
  }

  /** Send a chat message, to the whole table or to some seats. Spectators send their name with it. */
  say(text: string, to: number[] | null, name: string | null): Promise<Answer> {
    return this.ask({ t: "say", text, to, name });
  }

  /** Propose a vote. */
  propose(kind: MotionCard["kind"], seat: number | null = null): Promise<Answer> {
    return this.ask({ t: "propose", kind, seat });
  }

  vote(motion: number, yes: boolean): Promise<Answer> {
    return this.ask({ t: "vote", motion, yes });
  }

  /** Take the player's seat back from the bot that plays for them. */
  takeBackSeat(): Promise<Answer> {
    return this.ask({ t: "back" });
  }

  /** Put a bot on a free seat. */
  addBot(seat: number, level: string): Promise<Answer> {
    return this.ask({ t: "fill", seat, level });
  }

  private ask(message: Unsent): Promise<Answer> {
    const id = randomHex();
    return new Promise((answer) => {
      this.pending.set(id, { frame: { ...message, id }, answer });
      if (this.status === "live") this.send(id);
    });
  }

  private connect(): void {
    clearTimeout(this.timer);
    const origin = location.origin.replace(/^http/, "ws");
    const known = `since=${this.seq}&said=${this.chat.at(-1)?.seq ?? 0}`;
    const socket = this.openSocket(`${origin}/api/tables/${encodeURIComponent(this.id)}/socket?${known}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(String(event.data)) as Outgoing);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.onClosed(event.code);
    };
  }

  private disconnect(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private onClosed(code: number): void {
    this.socket = null;
    this.status = "lost";
    if (code >= FINAL_CODE && code < 4500) {
      this.gone = true;
      this.edition = code === OTHER_EDITION;
      return;
    }
    // All connections are lost when a server restarts: they must not come back in the same instant.
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Reconnect at once when the network or the player is back. */
  private retryNow(): void {
    if (this.status !== "lost" || this.gone || document.visibilityState === "hidden") return;
    this.wait = FIRST_WAIT;
    if (!this.socket) this.connect();
  }

  private receive(message: Outgoing): void {
    switch (message.t) {
      case "welcome":
        return this.onWelcome(message);
      case "progress":
        return this.append(message.story, message.seq, changed(this.now, message.now));
      case "seats":
        this.table = message.table;
        return;
      case "news":
        this.notices = merge(this.notices, newItems(this.notices, message.news));
        return;
      case "talk":
        this.chat = message.anew ? message.lines : merge(this.chat, newItems(this.chat, message.lines));
        return;
      case "clocks":
        this.clocks = { clocks: message, received: performance.now() };
        return;
      case "ack":
      case "refused":
        return this.answer(message);
    }
  }

  private onWelcome(message: Welcome): void {
    this.table = message.table;
    this.append(message.story, message.seq, message.now);
    this.chat = merge(this.chat, newItems(this.chat, message.talk));
    this.notices = merge(this.notices, newItems(this.notices, message.news));
    this.clocks = message.clocks && { clocks: message.clocks, received: performance.now() };
    if (!this.welcomed) this.fresh = [];
    this.welcomed = true;
    this.status = "live";
    this.wait = FIRST_WAIT;
    for (const id of this.pending.keys()) this.send(id);
  }

  private append(arriving: Entry[], seq: number, now: AnyNow | null): void {
    this.fresh = newItems(this.story, arriving);
    this.story = merge(this.story, this.fresh);
    this.seq = Math.max(this.seq, seq);
    this.now = now;
  }

  private answer(message: Answer): void {
    // A frame the server could not read has no id: answers come in order, so it is the oldest.
    const id = message.id ?? this.pending.keys().next().value;
    const pending = id === undefined ? undefined : this.pending.get(id);
    if (id === undefined || !pending) return;
    this.pending.delete(id);
    clearTimeout(pending.timer);
    pending.answer(message);
  }

  private send(id: string): void {
    const pending = this.pending.get(id);
    if (!pending || !this.socket) return;
    this.socket.send(JSON.stringify(pending.frame));
    const socket = this.socket;
    clearTimeout(pending.timer);
    pending.timer = setTimeout(() => {
      if (socket !== this.socket) return;
      this.disconnect();
      this.onClosed(0);
    }, ANSWER_TIMEOUT);
  }
}

/** The state after a change: fields of the sight that it does not name stay. */
function changed(before: AnyNow | null, change: Change<AnyNow["sight"]>): AnyNow {
  return { ...change, sight: { ...before?.sight, ...change.sight } } as AnyNow;
}
