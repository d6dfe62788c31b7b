/** One WebSocket to a table that survives lost lines: it resumes where it was, and sends again what was not answered. */
import type {
  Ack,
  Change,
  Clocks,
  Entry,
  Incoming,
  MotionCard,
  News,
  Now,
  Outgoing,
  Refused,
  TableCard,
  TalkLine,
  Welcome,
} from "../protocol/messages";
import { randomHex } from "./random";
import { merge, unheard } from "./sequence";

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

/** The clocks as they were told, and when that was by this browser's own clock, which nobody sets back. */
export interface ClockReading {
  clocks: Clocks;
  heard: number;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** A line that leaves a message unanswered this long is taken for dead. */
const PATIENCE = 10_000;
/** Close codes from here on are the server's: it meant it, so we do not ring again. */
const FOR_GOOD = 4400;
/** The rules here are another edition than the table's. */
const OTHER_EDITION = 4410;

export class TableSocket {
  table = $state.raw<TableCard | null>(null);
  now = $state.raw<AnyNow | null>(null);
  /** Everything that happened, oldest first. */
  story = $state.raw<Entry[]>([]);
  /** What the latest message added to the story; empty on arrival. */
  fresh = $state.raw<Entry[]>([]);
  /** Everything that was said and may be read here, oldest first. */
  talk = $state.raw<TalkLine[]>([]);
  clocks = $state.raw<ClockReading | null>(null);
  /** What happened around the game, oldest first: what was voted, for whom a bot plays. */
  news = $state.raw<News[]>([]);
  status = $state<Status>("connecting");
  /** True once the server has closed the line and will not open it again. */
  gone = $state(false);
  /** The server does not know the rules of this table any more. */
  edition = $state(false);

  private socket: WebSocket | null = null;
  private seq = 0;
  private welcomed = false;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly pending = new Map<string, Pending>();
  private readonly wake = () => this.hurry();

  constructor(
    readonly id: string,
    private readonly dial: (url: string) => WebSocket = (url) => new WebSocket(url),
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
    this.hangUp();
  }

  /** Hang up and ring again as somebody else: whoever takes a seat has another story than a spectator. */
  reopen(): void {
    this.hangUp();
    this.status = "connecting";
    this.story = this.fresh = [];
    this.talk = [];
    this.news = [];
    this.seq = 0;
    this.welcomed = false;
    this.connect();
  }

  // Each of these promises waits through lost lines until the server has answered.

  /** Play moves, all or none. */
  play(moves: unknown[]): Promise<Answer> {
    return this.ask({ t: "play", question: this.now?.question ?? 0, moves });
  }

  /** Say something: to everybody, or to some seats. Whoever only watches says their name with it. */
  say(text: string, to: number[] | null, name: string | null): Promise<Answer> {
    return this.ask({ t: "say", text, to, name });
  }

  /** Put something to the vote. */
  propose(kind: MotionCard["kind"], seat: number | null = null): Promise<Answer> {
    return this.ask({ t: "propose", kind, seat });
  }

  vote(motion: number, yes: boolean): Promise<Answer> {
    return this.ask({ t: "vote", motion, yes });
  }

  /** Take one's seat back from the bot that plays there. */
  comeBack(): Promise<Answer> {
    return this.ask({ t: "back" });
  }

  /** Seat a bot on a free chair. */
  fill(seat: number, level: string): Promise<Answer> {
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
    const known = `since=${this.seq}&said=${this.talk.at(-1)?.seq ?? 0}`;
    const socket = this.dial(`${origin}/api/tables/${encodeURIComponent(this.id)}/socket?${known}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(String(event.data)) as Outgoing);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lose(event.code);
    };
  }

  private hangUp(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private lose(code: number): void {
    this.socket = null;
    this.status = "lost";
    if (code >= FOR_GOOD && code < 4500) {
      this.gone = true;
      this.edition = code === OTHER_EDITION;
      return;
    }
    // Everybody's line is lost when a server restarts: they must not all ring in the same instant.
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** The network or the player is back: do not sit out the rest of the wait. */
  private hurry(): void {
    if (this.status !== "lost" || this.gone || document.visibilityState === "hidden") return;
    this.wait = FIRST_WAIT;
    if (!this.socket) this.connect();
  }

  private hear(message: Outgoing): void {
    switch (message.t) {
      case "welcome":
        return this.arrive(message);
      case "progress":
        return this.tell(message.story, message.seq, changed(this.now, message.now));
      case "seats":
        this.table = message.table;
        return;
      case "news":
        this.news = merge(this.news, unheard(this.news, message.news));
        return;
      case "talk":
        this.talk = message.anew ? message.lines : merge(this.talk, unheard(this.talk, message.lines));
        return;
      case "clocks":
        this.clocks = { clocks: message, heard: performance.now() };
        return;
      case "ack":
      case "refused":
        return this.answer(message);
    }
  }

  private arrive(message: Welcome): void {
    this.table = message.table;
    this.tell(message.story, message.seq, message.now);
    this.talk = merge(this.talk, unheard(this.talk, message.talk));
    this.news = merge(this.news, unheard(this.news, message.news));
    this.clocks = message.clocks && { clocks: message.clocks, heard: performance.now() };
    if (!this.welcomed) this.fresh = [];
    this.welcomed = true;
    this.status = "live";
    this.wait = FIRST_WAIT;
    for (const id of this.pending.keys()) this.send(id);
  }

  private tell(arriving: Entry[], seq: number, now: AnyNow | null): void {
    this.fresh = unheard(this.story, arriving);
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
      this.hangUp();
      this.lose(0);
    }, PATIENCE);
  }
}

/** How things stand after a change: what it does not name of the sight is as it was. */
function changed(before: AnyNow | null, change: Change<AnyNow["sight"]>): AnyNow {
  return { ...change, sight: { ...before?.sight, ...change.sight } } as AnyNow;
}
