/** Something somebody asks the server for, and what came of it. */
import { TroubleError } from "./api";
import { moment } from "./dates";

export class Attempt {
  busy = $state(false);
  /** Why the server said no, as a key under `trouble` in the house's words. */
  trouble = $state("");
  /** What is to be said with it: until when, in words. */
  with = $state.raw({ until: "" });

  async make(deed: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      await deed();
    } catch (error) {
      if (!(error instanceof TroubleError)) throw error;
      this.trouble = error.code;
      this.with = { until: error.until === null ? "" : moment(error.until) };
    } finally {
      this.busy = false;
    }
  }
}
