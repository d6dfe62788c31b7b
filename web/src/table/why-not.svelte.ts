/** Why something greyed cannot be played: the question to the server, and its answer beside what was pointed at. */
import type { TableSocket, WhyAnswer } from "../lib/socket.svelte";
import type { Refused } from "../protocol/messages";
import type { Reason } from "./explain";

/** An answer that is shown. */
export interface Explanation {
  /** What was pointed at. */
  at: Element;
  /** The question that was open, if any. */
  question: number | undefined;
  /** The server's answer, or a reason that the mat gives itself. */
  reason: Refused | Reason;
}

/** What to do without a word: the move is allowed by now, or was asked about too late or too often. */
const SILENT: readonly string[] = ["stale", "too_fast"];

export class WhyNot {
  shown = $state.raw<Explanation | null>(null);
  private latest: Element | null = null;

  constructor(private readonly socket: Pick<TableSocket, "why" | "now">) {}

  /** Ask why none of the moves that an element stands for is allowed, and show the answer beside it. */
  async ask(moves: unknown[], at: Element): Promise<void> {
    const question = this.socket.now?.question;
    if (!moves.length || question === undefined) return;
    this.latest = at;
    const answer: WhyAnswer = await this.socket.why(moves);
    if (this.latest !== at) return;
    const tells = answer.t === "refused" && !SILENT.includes(answer.code);
    this.shown = tells ? { at, question, reason: answer } : null;
  }

  /** Show a reason that needs no question to the server. */
  tell(reason: Reason, at: Element): void {
    this.latest = at;
    this.shown = { at, question: this.socket.now?.question, reason };
  }

  close(): void {
    this.latest = null;
    this.shown = null;
  }
}
