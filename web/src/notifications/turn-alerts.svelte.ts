/** Called to the table: a short sound, a notice where the page is out of sight, and a push message where it is closed.
Off until somebody turns it on. */
import type { Lang } from "../lib/i18n";
import { readStored, writeStored } from "../lib/storage";
import { subscribe, unsubscribe } from "./push";

class TurnAlerts {
  on = $state(readStored("bell") === "on");
  /** Whether it also reaches those who have closed the page. */
  far = $state(false);
  /** The language in which the house was told to call us since this page was loaded. */
  private told: Lang | null = null;
  private audio: AudioContext | null = null;

  /** Turn it on or off. Browsers let a page sound or ask for notices only in answer to a click: this one. */
  async toggle(lang: Lang): Promise<void> {
    this.on = !this.on;
    writeStored("bell", this.on ? "on" : "off");
    if (!this.on) {
      this.far = false;
      this.told = null;
      await unsubscribe();
      return;
    }
    this.ring();
    if ("Notification" in globalThis && Notification.permission === "default") await Notification.requestPermission();
    await this.renew(lang);
  }

  /** Tell the house anew where to call us, and in what language: browsers change their addresses at times. */
  async renew(lang: Lang): Promise<void> {
    if (!this.on || this.told === lang) return;
    this.told = lang;
    const far = await subscribe(lang);
    if (this.on) this.far = far;
    else if (far) await unsubscribe(); // somebody was quicker
  }

  /** It is somebody's turn. `path` is where the notice leads. */
  call(title: string, body: string, path: string): void {
    if (!this.on) return;
    this.ring();
    if (document.visibilityState === "hidden") void this.notify(title, body, path);
  }

  /** Two notes of a small wooden chime. */
  private ring(): void {
    if (!("AudioContext" in globalThis)) return;
    this.audio ??= new AudioContext();
    void this.audio.resume();
    const start = this.audio.currentTime + 0.02;
    this.note(this.audio, 659.3, start);
    this.note(this.audio, 987.8, start + 0.16);
  }

  private note(audio: AudioContext, pitch: number, start: number): void {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.16, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.7);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.75);
  }

  private async notify(title: string, body: string, path: string): Promise<void> {
    if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
    // One notice a table: a newer one takes its place. Phones show them only through the service worker.
    const notice = { body, tag: path, data: path, icon: "/icon.svg" };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, notice);
    else new Notification(title, notice);
  }
}

export const turnAlerts = new TurnAlerts();
