/** A value with the steps that led to it, to undo and redo them. */
export class History<Value> {
  private past = $state.raw<readonly Value[]>([]);
  private future = $state.raw<readonly Value[]>([]);
  current = $state.raw() as Value;

  constructor(
    first: Value,
    private readonly same: (a: Value, b: Value) => boolean,
  ) {
    this.current = first;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Go on to another value; what had been undone is forgotten. */
  push(next: Value): void {
    if (this.same(this.current, next)) return;
    this.past = [...this.past, this.current];
    this.future = [];
    this.current = next;
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.future = [this.current, ...this.future];
    this.past = this.past.slice(0, -1);
    this.current = before;
  }

  redo(): void {
    const [after, ...rest] = this.future;
    if (after === undefined) return;
    this.past = [...this.past, this.current];
    this.future = rest;
    this.current = after;
  }
}
