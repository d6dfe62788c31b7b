/** Whether nobody has touched the pointer or a key for some seconds: the cursor and the tools of a screen go then. */
const PATIENCE = 6000;

export class Idle {
  current = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** For an effect. */
  readonly watch = (): (() => void) => {
    const touched = () => {
      this.current = false;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => (this.current = true), PATIENCE);
    };
    const kinds = ["pointermove", "pointerdown", "keydown"] as const;
    for (const kind of kinds) addEventListener(kind, touched);
    touched();
    return () => {
      clearTimeout(this.timer);
      for (const kind of kinds) removeEventListener(kind, touched);
    };
  };
}
