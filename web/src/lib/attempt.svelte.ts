/** Something somebody asks the server for, and what came of it. */
import { ApiError } from "./api";
import { moment } from "./dates";

export class Attempt {
  busy = $state(false);
  /** Why the server said no, as a key under `trouble` in the house's words. */
  error = $state("");
  /** What is to be said with it: until when, in words. */
  with = $state.raw({ until: "" });

  async make(deed: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.error = "";
    try {
      await deed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error.code;
      this.with = { until: error.until === null ? "" : moment(error.until) };
    } finally {
      this.busy = false;
    }
  }
}
