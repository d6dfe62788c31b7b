/** Moves that wait for the player's word before they are sent. */
import { refuseLocally } from "../lib/socket.svelte";
import type { Ack, Refused } from "../protocol/messages";

type Answer = Ack | Refused;

interface Held {
  question: number;
  moves: unknown[];
  send: () => Promise<Answer>;
  answer: (answer: Answer) => void;
}

export class MoveConfirmation {
  private held = $state.raw<Held | null>(null);

  /** The question that the move answers; null if no move waits. */
  get question(): number | null {
    return this.held?.question ?? null;
  }

  /** The moves that wait. */
  get moves(): unknown[] {
    return this.held?.moves ?? [];
  }

  /** Hold a move back; one that is held already is withdrawn. */
  ask(question: number, moves: unknown[], send: () => Promise<Answer>): Promise<Answer> {
    this.cancel();
    return new Promise((answer) => (this.held = { question, moves, send, answer }));
  }

  async accept(): Promise<void> {
    const held = this.held;
    this.held = null;
    if (held) held.answer(await held.send());
  }

  cancel(): void {
    const held = this.held;
    this.held = null;
    held?.answer(refuseLocally("withdrawn"));
  }
}
