/** The player of sounds: silent until the page was touched, as browsers ask. */
import { settings } from "./settings.svelte";
import type { SoundName } from "./synth";

/** From the plainest to the one that is heard when several things happen at once. */
const ORDER: readonly SoundName[] = ["move", "card", "dice", "handshake", "fight", "victory"];
/** How long after a move the player's turn is heard, in seconds. */
const TURN_DELAY = 0.45;

class SoundPlayer {
  private audio: AudioContext | null = null;
  private out: GainNode | null = null;

  /** Play the weightiest of some sounds, if the player has sound on; then that it is their turn. */
  play(names: readonly SoundName[], yourTurn = false): void {
    if (!settings.current.sound) return;
    const weightiest = this.playWeightiest(names);
    if (yourTurn) void this.sound("turn", weightiest ? TURN_DELAY : 0);
  }

  /** Play the weightiest of some sounds, whatever the settings say but for the volume; which one. */
  playWeightiest(names: readonly SoundName[]): SoundName | undefined {
    const weightiest = ORDER.findLast((name) => names.includes(name));
    if (weightiest) void this.sound(weightiest);
    return weightiest;
  }

  /** Play a sound, whatever the settings say but for the volume. The sounds are fetched with the first one. */
  async sound(name: SoundName, delay = 0): Promise<void> {
    if (!("AudioContext" in globalThis) || !(navigator.userActivation?.hasBeenActive ?? true)) return;
    this.audio ??= new AudioContext();
    if (!this.out) {
      this.out = this.audio.createGain();
      this.out.connect(this.audio.destination);
    }
    this.out.gain.value = settings.current.volume;
    void this.audio.resume();
    const { audio, out } = this;
    const { SOUNDS } = await import("./synth");
    SOUNDS[name]({ audio, out, at: audio.currentTime + 0.02 + delay });
  }
}

export const sounds = new SoundPlayer();
