/** A request that a button or form makes: whether it runs, and why it failed. */
import { ApiError } from "./api";
import { moment } from "./dates";

export class Attempt {
  busy = $state(false);
  /** The error code, a key under `trouble` in the catalogue; empty without one. */
  error = $state("");
  /** The arguments of the error's sentence. */
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
