/** Keyboard focus in a row of buttons: one of them is in the tab order; arrow keys, Home and End move the focus. */
export class RowFocus {
  private cursor = $state(0);

  constructor(
    private readonly count: () => number,
    private readonly escape: () => void,
  ) {}

  /** The button in the tab order. */
  get index(): number {
    return Math.min(this.cursor, this.count() - 1);
  }

  /** Put a button in the tab order. */
  select(index: number): void {
    this.cursor = index;
  }

  /** For the element around the buttons. */
  readonly onkeydown = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const count = this.count();
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -count, End: count }[event.key];
    if (step === undefined) {
      if (event.key === "Escape") this.escape();
      return;
    }
    event.preventDefault();
    this.cursor = Math.max(0, Math.min(count - 1, this.index + step));
    event.currentTarget.querySelectorAll<HTMLElement>("button")[this.cursor]?.focus();
  };
}
