/** The choice of departments: which may be chosen now, and which are ticked where an amount is made of several. */
import { isOpen, theBox } from "./box.svelte";
import { choicesIn, order, sumOf, tickable, toggled, toName } from "./choosing";
import type { Move, Sight } from "./protocol";

interface Asked {
  sight: Sight;
  question: number;
  legal: readonly Move[];
}

export class DepartmentChoice {
  private picked = $state.raw<{ question: number; codes: string[]; filled: string[] }>({
    question: -1,
    codes: [],
    filled: [],
  });

  constructor(private readonly asked: () => Asked) {}

  /** The move for each department that may be chosen. */
  readonly moves = $derived.by(() => choicesIn(this.asked().legal));
  /** Where an amount is to be made: the voters of the departments it can be made of. */
  readonly purse = $derived.by(() =>
    this.amount && isOpen()
      ? new Map([...this.moves.keys()].map((code) => [code, theBox().department(code).voters]))
      : null,
  );
  /** Whether several are ticked for an amount. */
  readonly several = $derived.by(() => this.purse !== null && this.purse.size > 0);
  readonly ticked = $derived.by(() => (this.picked.question === this.asked().question ? this.picked.codes : []));
  /** Those that were ticked by themselves with the last one, since nothing else was left to make the amount with. */
  readonly filled = $derived.by(() => (this.picked.question === this.asked().question ? this.picked.filled : []));
  /** The votes that are ticked. */
  readonly chosen = $derived.by(() => (this.purse ? sumOf(this.purse, this.ticked) : 0));
  readonly complete = $derived.by(() => this.several && this.chosen === this.amount);
  /** The departments that can be chosen, or ticked and unticked, in the order of their codes. */
  readonly choices = $derived.by(() =>
    this.purse
      ? [...tickable(this.purse, this.ticked, this.amount), ...this.ticked].sort(order)
      : [...this.moves.keys()],
  );

  /** Any of the moves that may be made: what choosing is called, and of what kind it is. */
  get sample(): Move | undefined {
    return this.moves.values().next().value;
  }

  toggle(code: string): void {
    if (!this.purse) return;
    const before = this.ticked;
    const codes = toggled(this.purse, before, this.amount, code);
    const filled = codes.filter((other) => other !== code && !before.includes(other));
    this.tick(codes, filled);
  }

  clear(): void {
    this.tick([]);
  }

  /** The moves that take what is ticked; none unless it makes the amount. */
  named(): Move[] {
    if (!this.purse || !this.complete) return [];
    return toName(this.purse, this.ticked, this.amount).flatMap((code) => this.moves.get(code) ?? []);
  }

  private get amount(): number {
    return this.asked().sight.amount;
  }

  private tick(codes: string[], filled: string[] = []): void {
    this.picked = { question: this.asked().question, codes, filled };
  }
}
