// Written by `script/types`; change the Python structs, not this file.

/** Add a notification channel. With a `table` it reports the turns of all its players; only its opener may. */
export interface AddChannel {
  kind: "hook" | "mail";
  address: string;
  lang: "en" | "fr";
  /** At most one notification a day, instead of one in the interval that the host has set. */
  daily?: boolean;
  /** The format of a webhook's messages; guessed from its address if absent. */
  shape?: "discord" | "json" | "slack" | null;
  table?: string | null;
}

/** Remove a notification channel. */
export interface RemoveChannel {
  id: string;
}

/** A notification channel. `address` is shortened, enough to recognise it. */
export interface ChannelCard {
  id: string;
  kind: "hook" | "mail";
  address: string;
  shape: "discord" | "json" | "slack" | null;
  daily: boolean;
  /** Whether the link in the confirmation request was followed; an e-mail address gets no notification before. */
  confirmed: boolean;
  table: string | null;
}

/** The kinds of channels that this server offers besides push messages, and your own channels. */
export interface ChannelList {
  mail: boolean;
  hook: boolean;
  /** Seconds between two notifications at least, for channels that are not daily. */
  quiet: number;
  ways: ChannelCard[];
}

/** A channel that was added, and the secret that its messages are signed with, which is never shown again. */
export interface NewChannel {
  way: ChannelCard;
  secret: string | null;
}
