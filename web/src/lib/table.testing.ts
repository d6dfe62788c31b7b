/** A sample table card for tests. */
import type { TableCard } from "../protocol/messages";

/** A table whose game has begun, with these fields changed. */
export const sampleTable = (changes: Partial<TableCard>): TableCard => ({
  id: "t",
  game: "",
  options: {},
  seats: [],
  you: 0,
  started: true,
  over: false,
  commitment: "",
  public: false,
  clock: null,
  watch_delay: 0,
  opener: false,
  who: null,
  claim: null,
  owner: false,
  claimed: null,
  adjourned: false,
  ended: null,
  motion: null,
  origin: null,
  evening: null,
  awaited: [],
  nonce: null,
  ...changes,
});
