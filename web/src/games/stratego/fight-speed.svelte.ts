/** How long fights are shown on this device: as the general setting says, unless another speed was chosen here. */
import { readStored, writeStored } from "../../lib/storage";
import { settings } from "../../settings/settings.svelte";

export const FIGHT_SPEEDS = ["full", "short", "off"] as const;
export type FightSpeed = (typeof FIGHT_SPEEDS)[number];

/** Milliseconds for which a fight is shown. */
export const SHOWN_FOR: Record<FightSpeed, number> = { full: 3200, short: 1300, off: 0 };

const KEY = "stratego.fights";
const stored = FIGHT_SPEEDS.find((speed) => speed === readStored(KEY)) ?? null;
let chosen = $state<FightSpeed | null>(stored);

export const fightSpeed = {
  get current(): FightSpeed {
    return chosen ?? settings.current.speed;
  },
  set current(speed: FightSpeed) {
    chosen = speed;
    writeStored(KEY, speed);
  },
};
