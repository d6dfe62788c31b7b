// Written by `script/types`; change the Python structs, not this file.

/** Report a chat message (`line`) or the player on a seat (`seat`) to the moderators: one of the two. */
export interface Report {
  why: string;
  /** The number of the chat message, among those you can read, from 1. */
  line?: number | null;
  seat?: number | null;
  /** Your name, if you are a spectator. */
  name?: string | null;
}

/** A report as a moderator reads it. Times are in milliseconds since 1970. */
export interface ReportCard {
  id: string;
  at: number;
  table: string;
  game: string;
  public: boolean;
  reporter: string;
  /** The name of the reported player or spectator. */
  name: string;
  /** An id that is the same in every report about the same guest. */
  person: string;
  /** The text of the reported chat message; empty for a report about a seat. */
  said: string;
  /** Whether the chat message was posted in a private room, which the reporter could read. */
  aside: boolean;
  why: string;
  /** The sanctions that the guest is under already. */
  sanctions: ("ban" | "mute")[];
}

/** A sanction in force: the guest may not chat (`mute`), or neither chat nor take a seat (`ban`). */
export interface SanctionCard {
  person: string;
  name: string;
  kind: "ban" | "mute";
  until: number;
}

/** An action of a moderator, and its reason. */
export interface ModeratorAction {
  at: number;
  moderator: string;
  kind: "ban" | "dismiss" | "hide" | "join" | "lift_ban" | "lift_mute" | "mute";
  /** The name of the guest that it was done to. */
  name: string;
  table: string;
  until: number | null;
  why: string;
}

/** The overview of a moderator: open reports, sanctions in force, latest actions. */
export interface ModerationOverview {
  you: string;
  reports: ReportCard[];
  sanctions: SanctionCard[];
  deeds: ModeratorAction[];
}

/**
 * A moderator's decision on a report.
 *
 * `dismiss` it; `mute` or `ban` the reported guest for so many hours; `hide` the table from the lobby.
 */
export interface Verdict {
  do: "ban" | "dismiss" | "hide" | "mute";
  why: string;
  hours?: number;
}

/** End a sanction before its time. */
export interface Lift {
  person: string;
  kind: "ban" | "mute";
  why: string;
}

/** Become a moderator: `code` is the code of the host's invitation. */
export interface Appointment {
  code: string;
}
