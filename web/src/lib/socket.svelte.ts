/** A table's WebSocket: it reconnects, resumes where it was, and sends again what was not answered. */
import type {
  Ack,
  AdviceMessage,
  Allowed,
  Change,
  Clocks,
  Entry,
  Incoming,
  MotionCard,
  Notice,
  Now,
  Outgoing,
  ReactionTime,
  Refused,
  TableCard,
  ChatEntry,
  Welcome,
} from "../protocol/messages";
import { MOVES_EXPLAINED } from "../protocol/messages";
import { randomHex } from "./random";
import { merge, newItems } from "./sequence";

// The socket carries every game: sights, moves and events are `any` here, and typed in each game's own folder.
/* eslint-disable @typescript-eslint/no-explicit-any */
export type AnyNow = Now<any, any>;
export type AnyEntry = Entry<any>;
/* eslint-enable @typescript-eslint/no-explicit-any */

export type Status = "connecting" | "live" | "lost";
type Answer = Ack | Refused;
/** Why moves are not allowed, or that one of them is. */
export type WhyAnswer = Allowed | Refused;
type AnyAnswer = Answer | WhyAnswer | AdviceMessage;

/** A message without its id, which is given when it is sent. */
type Unsent = Incoming extends infer Message ? (Message extends Incoming ? Omit<Message, "id"> : never) : never;

interface Pending {
  frame: Incoming;
  answer: (answer: AnyAnswer) => void;
  timer?: ReturnType<typeof setTimeout>;
  /** It was sent at least once: the server may have it. */
  sent?: boolean;
  /** The connection was lost before it was answered. */
  interrupted?: boolean;
}

/** A play that waits for the connection. */
export interface QueuedPlay {
  /** It was never sent, so it can be withdrawn. */
  withdrawable: boolean;
}

/** Refusals that are decided here, not by the server. */
export const LOCAL_CODES = {
  /** A play already waits for the connection. */
  queued: "queued",
  /** The player took the move back before it was sent. */
  withdrawn: "withdrawn",
  /** The game went on while the play waited for the connection. */
  outdated: "outdated",
} as const;

export function refuseLocally(code: keyof typeof LOCAL_CODES): Refused {
  return { t: "refused", id: null, code: LOCAL_CODES[code], refusal: null, until: null };
}

/** The clocks as the server sent them, and when they arrived, by `performance.now()`. */
export interface ClockReading {
  clocks: Clocks;
  received: number;
}

/** How long bots wait for this player, as the server sent it, and when that arrived. */
export interface ReactionReading {
  time: ReactionTime;
  received: number;
}

/** Whose view a socket is sent: the player's own; a shared screen's; or, on a device that goes round the table, that of
 * one of its seats, and between two players what all may know. */
export type SocketView = "own" | "screen" | "public" | number;

/** A socket of another view than the player's own. */
export const openView = (id: string, view: SocketView): TableSocket =>
  new TableSocket(id, (url) => new WebSocket(url), view);

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** A connection that leaves a message unanswered this long is closed and opened anew. */
const ANSWER_TIMEOUT = 10_000;
/** A connection on which nothing came for so long is not trusted when the page is shown again: a phone that slept loses
 * its connection in silence. */
const TRUSTED_SILENCE = 2000;
/** How long the connection that takes its place may wait for the server before another is tried. */
const RESUME_TIMEOUT = 3000;
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
  reaction = $state.raw<ReactionReading | null>(null);
  /** What happened around the game, oldest first: what was voted, for whom a bot plays. */
  notices = $state.raw<Notice[]>([]);
  status = $state<Status>("connecting");
  /** The play that is unanswered while the connection is lost; at most one. */
  queued = $state.raw<QueuedPlay | null>(null);
  /** True once the server has closed the connection for good. */
  gone = $state(false);
  /** The server does not know the rules of this table any more. */
  edition = $state(false);

  private socket: WebSocket | null = null;
  /** A connection that is not trusted any more, while the next one is being opened. */
  private left: WebSocket | null = null;
  private seq = 0;
  private welcomed = false;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly pending = new Map<string, Pending>();
  /** Plays that wait until the one before them is answered. */
  private held: Pending[] = [];
  /** When something last came from the server, or a connection was begun. By the clock on the wall: others stop while
   * a phone sleeps. */
  private heardAt = 0;
  private readonly wake = () => this.resume();
  private readonly restore = (event: PageTransitionEvent) => {
    if (event.persisted) this.resume();
  };
  private readonly drop = () => this.replaceConnection();

  constructor(
    readonly id: string,
    private readonly openSocket: (url: string) => WebSocket = (url) => new WebSocket(url),
    private readonly view: SocketView = "own",
  ) {}

  open(): void {
    addEventListener("online", this.wake);
    addEventListener("offline", this.drop);
    addEventListener("pageshow", this.restore);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  close(): void {
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.drop);
    removeEventListener("pageshow", this.restore);
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

  /** Play moves, all or none. One play is under way at a time, and only one waits for a lost connection. */
  play(moves: unknown[]): Promise<Answer> {
    const message = { t: "play", question: this.now?.question ?? 0, moves } as const;
    if (!this.unansweredPlay()) return this.ask(message);
    if (this.status !== "live") return Promise.resolve(refuseLocally("queued"));
    return new Promise<Answer>((resolve) => {
      const answer = resolve as (answer: AnyAnswer) => void;
      this.held.push({ frame: { ...message, id: randomHex() }, answer });
    });
  }

  /** Ask why none of some moves is allowed now. Nothing is played. */
  why(moves: unknown[]): Promise<WhyAnswer> {
    return this.ask({ t: "why", question: this.now?.question ?? 0, moves: moves.slice(0, MOVES_EXPLAINED) });
  }

  /** Withdraw the play that waits for the connection, unless the server may have it. */
  withdraw(): void {
    const id = this.unansweredPlay();
    const play = id === undefined ? undefined : this.pending.get(id);
    if (id === undefined || !play || play.sent) return;
    this.pending.delete(id);
    this.updateQueue();
    play.answer(refuseLocally("withdrawn"));
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

  /** Have a question answered for the player, by the answer that lets things be; no longer if `until` is null. */
  setStanding(question: string, until: "turn" | "game" | null): Promise<Answer> {
    return this.ask({ t: "standing", question, until });
  }

  /** Have questions answered for the player, or not, to which they have only one answer. */
  setSingle(given: boolean): Promise<Answer> {
    return this.ask({ t: "single", given });
  }

  /** Ask the coach for advice on the present question. */
  advise(): Promise<AdviceMessage | Refused> {
    return this.ask({ t: "advise", question: this.now?.question ?? 0 });
  }

  /** Change the bots' pace. */
  setPace(pace: TableCard["pace"]): Promise<Answer> {
    return this.ask({ t: "pace", pace });
  }

  private ask<A extends AnyAnswer = Answer>(message: Unsent): Promise<A> {
    const id = randomHex();
    return new Promise<A>((resolve) => {
      const answer = resolve as (answer: AnyAnswer) => void;
      this.pending.set(id, { frame: { ...message, id }, answer, interrupted: this.status === "lost" });
      if (this.status === "live") this.send(id);
      else this.updateQueue();
    });
  }

  /** The id of the play that the server has not answered. */
  private unansweredPlay(): string | undefined {
    for (const [id, { frame }] of this.pending) if (frame.t === "play") return id;
    return undefined;
  }

  private updateQueue(): void {
    const play = this.status === "lost" ? this.pending.get(this.unansweredPlay() ?? "") : undefined;
    this.queued = play ? { withdrawable: !play.sent } : null;
  }

  private connect(): void {
    clearTimeout(this.timer);
    const origin = location.origin.replace(/^http/, "ws");
    const known = `since=${this.seq}&said=${this.chat.at(-1)?.seq ?? 0}`;
    const view = this.view === "own" ? "" : `&view=${this.view}`;
    const socket = this.openSocket(`${origin}/api/tables/${encodeURIComponent(this.id)}/socket?${known}${view}`);
    this.socket = socket;
    this.heardAt = Date.now();
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
    this.leave();
  }

  /** Close the connection whose place another has taken. */
  private leave(): void {
    this.left?.close();
    this.left = null;
  }

  private onClosed(code: number): void {
    clearTimeout(this.timer);
    this.socket = null;
    this.leave();
    this.status = "lost";
    this.interruptPending();
    for (const { answer } of this.held.splice(0)) answer(refuseLocally("queued"));
    this.updateQueue();
    if (code >= FINAL_CODE && code < 4500) {
      this.gone = true;
      this.edition = code === OTHER_EDITION;
      return;
    }
    // All connections are lost when a server restarts: they must not come back in the same instant.
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Close a connection that does not work any more, and open another. */
  private replaceConnection(): void {
    if (!this.socket) return;
    this.disconnect();
    this.onClosed(0);
  }

  /** Be current at once when the network or the player is back. What the page shows and what was chosen there stays. */
  private resume(): void {
    if (this.gone || document.visibilityState === "hidden") return;
    this.wait = FIRST_WAIT;
    if (this.socket && Date.now() - this.heardAt < TRUSTED_SILENCE) return;
    this.leave();
    this.left = this.socket; // until the next one works: if this one does, the others see nobody leave
    if (this.status === "live") this.status = "connecting";
    this.interruptPending();
    this.connect();
    this.timer = setTimeout(() => this.replaceConnection(), RESUME_TIMEOUT);
  }

  /** What was not answered on this connection is sent again on the next. */
  private interruptPending(): void {
    for (const pending of this.pending.values()) {
      pending.interrupted = true;
      clearTimeout(pending.timer);
    }
  }

  private receive(message: Outgoing): void {
    this.heardAt = Date.now();
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
      case "reaction":
        this.reaction = message.left_ms ? { time: message, received: performance.now() } : null;
        return;
      case "ack":
      case "advice":
      case "allowed":
      case "refused":
        return this.answer(message);
    }
  }

  private onWelcome(message: Welcome): void {
    clearTimeout(this.timer);
    this.leave();
    this.table = message.table;
    this.append(message.story, message.seq, message.now);
    this.chat = merge(this.chat, newItems(this.chat, message.talk));
    this.notices = merge(this.notices, newItems(this.notices, message.news));
    this.clocks = message.clocks && { clocks: message.clocks, received: performance.now() };
    this.reaction = null; // where bots wait for this player, the next message says so
    if (!this.welcomed) this.fresh = [];
    this.welcomed = true;
    this.status = "live";
    this.wait = FIRST_WAIT;
    this.updateQueue();
    for (const id of this.pending.keys()) this.send(id);
  }

  private append(arriving: Entry[], seq: number, now: AnyNow | null): void {
    this.fresh = newItems(this.story, arriving);
    this.story = merge(this.story, this.fresh);
    this.seq = Math.max(this.seq, seq);
    this.now = now;
  }

  private answer(message: AnyAnswer): void {
    // A frame the server could not read has no id: answers come in order, so it is the oldest.
    const id = message.id ?? this.pending.keys().next().value;
    const pending = id === undefined ? undefined : this.pending.get(id);
    if (id === undefined || !pending) return;
    this.pending.delete(id);
    clearTimeout(pending.timer);
    const stale = message.t === "refused" && message.code === "stale" && pending.interrupted;
    pending.answer(stale ? { ...message, code: LOCAL_CODES.outdated } : message);
    if (pending.frame.t === "play") this.sendNextPlay();
  }

  private sendNextPlay(): void {
    const next = this.held.shift();
    if (!next?.frame.id) return;
    this.pending.set(next.frame.id, next);
    this.send(next.frame.id);
  }

  private send(id: string): void {
    const pending = this.pending.get(id);
    if (!pending || !this.socket) return;
    this.socket.send(JSON.stringify(pending.frame));
    pending.sent = true;
    const socket = this.socket;
    clearTimeout(pending.timer);
    pending.timer = setTimeout(() => {
      if (socket === this.socket) this.replaceConnection();
    }, ANSWER_TIMEOUT);
  }
}

/** The state after a change: fields of the sight that it does not name stay. */
function changed(before: AnyNow | null, change: Change<AnyNow["sight"]>): AnyNow {
  return { ...change, sight: { ...before?.sight, ...change.sight } } as AnyNow;
}
