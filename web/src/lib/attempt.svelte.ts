/** Something somebody asks the server for, and what came of it. */
import { TroubleError } from "./api";

export class Attempt {
  busy = $state(false);
  /** Why the server said no, as a key under `trouble` in the house's words. */
  trouble = $state("");

  async make(deed: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      await deed();
    } catch (error) {
      if (!(error instanceof TroubleError)) throw error;
      this.trouble = error.code;
    } finally {
      this.busy = false;
    }
  }
}
