// Written by `script/types`; change the Python structs, not this file.

/** A passkey of yours. Times are in milliseconds since 1970. */
export interface PasskeyCard {
  id: string;
  name: string;
  created: number;
  used: number;
}

/** Your account. */
export interface AccountCard {
  name: string;
  created: number;
  passkeys: PasskeyCard[];
}

/** Who you are: a guest with or without an account, a moderator or not. */
export interface Me {
  /** None while you are a guest without one. */
  account: AccountCard | null;
  /** Whether you are a moderator. */
  moderator: boolean;
  /** Whether passkeys work at this address: they need a domain name, and HTTPS unless it is this machine. */
  passkeys: boolean;
}

/** WebAuthn's options for making a passkey, or for signing in by one, as JSON. */
export interface PasskeyChallenge {
  options: unknown;
}

/** A passkey that the browser just made. Without an account this creates one. */
export interface NewPasskey {
  credential: Record<string, unknown>;
  /** The name of the account, if one is created. */
  name: string;
  /** The name of the passkey, such as the device it is on. */
  key_name: string;
}

/** Sign in: the credential that the browser answers the challenge with. */
export interface SignIn {
  credential: Record<string, unknown>;
}

/** Sign out, here or everywhere. */
export interface SignOut {
  everywhere?: boolean;
}

/** Change the name of your account. Tables at which you have a seat keep the name that you took it with. */
export interface Rename {
  name: string;
}

/** Remove a passkey; not the last one. */
export interface RemovePasskey {
  id: string;
}

/** Erase your personal data. `sure` is a word that confirms it: “effacer” or “delete”. */
export interface EraseAccount {
  sure: string;
}
