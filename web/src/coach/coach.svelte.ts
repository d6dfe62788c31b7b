/** The coach at a table: the advice that was asked for, and whether it is still of use. */
import type { AnyNow } from "../lib/socket.svelte";
import type { Advice, AdviceMessage, Refused } from "../protocol/messages";

/** How often advice is asked for again that came too late. */
const TRIES = 3;
const outdated = (answer: AdviceMessage | Refused) => answer.t === "refused" && answer.code === "stale";

export class Coach {
  /** The card is open: the coach thinks, has answered, or has refused. */
  open = $state(false);
  advice = $state.raw<Advice | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** The question that is advised on. */
  private question = $state(-1);
  private asking = 0;

  constructor(private readonly ask: () => Promise<AdviceMessage | Refused>) {}

  /** Ask for advice on a question. An answer that comes after the card was closed is dropped. */
  async request(question: number): Promise<void> {
    const asking = ++this.asking;
    this.open = true;
    this.question = question;
    this.advice = this.refused = null;
    let answer = await this.ask();
    // Others moved while the coach thought, as where all vote at once: the question may still be the same.
    for (let again = 0; again < TRIES && outdated(answer) && asking === this.asking; again++) answer = await this.ask();
    if (asking !== this.asking) return;
    if (answer.t === "advice") this.advice = answer.advice;
    else this.refused = answer;
  }

  close(): void {
    this.asking += 1;
    this.open = false;
    this.advice = this.refused = null;
  }

  /** Close the card where another question is put, or the move cannot be made any more. */
  follow(now: AnyNow | null, asked: boolean): void {
    if (!this.open) return;
    const gone = !now || now.question !== this.question || !asked;
    if (gone || (this.advice && !isOffered(this.advice.move, now))) this.close();
  }
}

/** Whether a move is among those that the player may make. */
export function isOffered(move: unknown, now: AnyNow): boolean {
  const wanted = normal(move);
  return [...now.legal, ...now.free].some((offered) => normal(offered) === wanted);
}

/** A move as text, whatever the order of its fields. */
function normal(move: unknown): string {
  return JSON.stringify(Object.entries(move as object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
