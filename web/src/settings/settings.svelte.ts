/** The player's settings, stored in this browser: sound, vibration, speed, confirmation, text size, theme. */
import { prefersReducedMotion } from "svelte/motion";
import { MediaQuery } from "svelte/reactivity";
import { readStored, writeStored } from "../lib/storage";

export const SPEEDS = ["full", "short", "off"] as const;
export const TEXT_SIZES = ["normal", "large", "larger"] as const;
export const THEMES = ["system", "light", "dark"] as const;

export type Speed = (typeof SPEEDS)[number];
export type TextSize = (typeof TEXT_SIZES)[number];
export type Theme = (typeof THEMES)[number];

export interface Chosen {
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  /** Vibrate when the player's turn comes. */
  vibrate: boolean;
  /** How fast things move on the table. */
  speed: Speed;
  /** Ask before a move is sent. */
  confirm: boolean;
  text: TextSize;
  theme: Theme;
}

const KEY = "settings";
/** What an animation takes of its time at each speed. */
const SHARES = { full: 1, short: 0.4, off: 0 } as const;
/** Phones are silent and vibrate unless their owner wants otherwise. */
const onPhone = () => matchMedia("(pointer: coarse)").matches;

/** What was stored, without what is not a setting: the storage belongs to the browser's owner. */
export function readSettings(text: string | null, phone: boolean): Chosen {
  let stored: Record<string, unknown> = {};
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    if (typeof read === "object" && read !== null) stored = read as Record<string, unknown>;
  } catch {
    // Not ours: the defaults.
  }
  const flag = (value: unknown, otherwise: boolean) => (typeof value === "boolean" ? value : otherwise);
  const one = <T>(of: readonly T[], value: unknown, otherwise: T) => of.find((item) => item === value) ?? otherwise;
  const { volume } = stored;
  return {
    sound: flag(stored.sound, !phone),
    volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : 0.6,
    vibrate: flag(stored.vibrate, phone),
    speed: one(SPEEDS, stored.speed, "full"),
    confirm: flag(stored.confirm, false),
    text: one(TEXT_SIZES, stored.text, "normal"),
    theme: one(THEMES, stored.theme, "system"),
  };
}

class Settings {
  private chosen = $state.raw<Chosen>(readSettings(readStored(KEY), onPhone()));
  private readonly darkSystem = new MediaQuery("prefers-color-scheme: dark");

  get current(): Chosen {
    return this.chosen;
  }

  /** The system asks for reduced motion, which comes before the speed that was chosen. */
  get reduced(): boolean {
    return prefersReducedMotion.current;
  }

  /** How fast things move. */
  get speed(): Speed {
    return this.reduced ? "off" : this.chosen.speed;
  }

  get dark(): boolean {
    return this.chosen.theme === "system" ? this.darkSystem.current : this.chosen.theme === "dark";
  }

  set<K extends keyof Chosen>(name: K, value: Chosen[K]): void {
    this.chosen = { ...this.chosen, [name]: value };
    writeStored(KEY, JSON.stringify(this.chosen));
  }

  /** The time of an animation, in milliseconds: all of it, less, or none, by the speed that the player has set. */
  duration(full: number): number {
    return full * SHARES[this.speed];
  }
}

export const settings = new Settings();
