/** Vibration when the player's turn comes, on devices that can. */
import { settings } from "./settings.svelte";

/** Two short pulses, in milliseconds, with a pause between them. */
const TURN = [90, 70, 90];

/** Whether this device may vibrate: its browser knows how. */
export const canVibrate = (): boolean => "vibrate" in navigator;

/** Vibrate once, unless the player has turned it off. Browsers allow it only after a first touch of the page. */
export function vibrateForTurn(): void {
  if (!settings.current.vibrate || !canVibrate() || !(navigator.userActivation?.hasBeenActive ?? true)) return;
  navigator.vibrate(TURN);
}
