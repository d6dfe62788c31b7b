/** Turn alerts: a short sound, a notification while the page is hidden, and a push message while it is closed.
Off by default. */
import type { Lang } from "../lib/i18n";
import { sounds } from "../settings/sounds.svelte";
import { readStored, writeStored } from "../lib/storage";
import { subscribe, unsubscribe } from "./push";

class TurnAlerts {
  on = $state(readStored("bell") === "on");
  /** Whether push messages are subscribed too. */
  far = $state(false);
  /** The language of the push subscription that this page has sent. */
  private subscribedLang: Lang | null = null;

  /** Turn alerts on or off, on a click: browsers allow sound and the permission prompt only then. */
  async toggle(lang: Lang): Promise<void> {
    this.on = !this.on;
    writeStored("bell", this.on ? "on" : "off");
    if (!this.on) {
      this.far = false;
      this.subscribedLang = null;
      await unsubscribe();
      return;
    }
    void sounds.sound("turn");
    if ("Notification" in globalThis && Notification.permission === "default") await Notification.requestPermission();
    await this.renew(lang);
  }

  /** Send the push subscription again: browsers change its endpoint at times, players their language. */
  async renew(lang: Lang): Promise<void> {
    if (!this.on || this.subscribedLang === lang) return;
    this.subscribedLang = lang;
    const far = await subscribe(lang);
    if (this.on) this.far = far;
    else if (far) await unsubscribe(); // turned off meanwhile
  }

  /** Alert the player. `path` is the page that the notification opens. */
  alert(title: string, body: string, path: string): void {
    if (!this.on) return;
    void sounds.sound("turn");
    if (document.visibilityState === "hidden") void this.notify(title, body, path);
  }

  private async notify(title: string, body: string, path: string): Promise<void> {
    if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
    // One notification per table: a newer one replaces it. Phones show them only through the service worker.
    const notice = { body, tag: path, data: path, icon: "/icon.svg" };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, notice);
    else new Notification(title, notice);
  }
}

export const turnAlerts = new TurnAlerts();
