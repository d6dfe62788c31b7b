/** Push messages: the house reaches this browser when no page of it is open, if the browser and its owner agree. */
import { savePushSubscription, endPushSubscription, fetchPushKey, ApiError } from "../lib/api";
import type { Lang } from "../lib/i18n";

/** Have the house call this browser, in this language. Whether it will; permission must have been given before. */
export async function subscribe(lang: Lang): Promise<boolean> {
  const manager = await pushManager();
  if (!manager || Notification.permission !== "granted") return false;
  try {
    const { key } = await fetchPushKey();
    const subscription = (await current(manager, key)) ?? (await subscribed(manager, key));
    const { endpoint, keys } = subscription.toJSON();
    if (!endpoint || !keys?.p256dh || !keys.auth) return false;
    await savePushSubscription({ endpoint, p256dh: keys.p256dh, auth: keys.auth, lang });
    return true;
  } catch (error) {
    // Not every browser has a push service, nor every network a way to it. The bell rings all the same.
    if (error instanceof DOMException || error instanceof ApiError) return false;
    throw error;
  }
}

/** Have it called no more. */
export async function unsubscribe(): Promise<void> {
  const subscription = await (await pushManager())?.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  try {
    await endPushSubscription({ endpoint: subscription.endpoint });
  } catch (error) {
    // The house learns from the push service that nobody is there any more.
    if (!(error instanceof ApiError)) throw error;
  }
}

async function pushManager(): Promise<PushManager | null> {
  if (!("PushManager" in globalThis) || !("Notification" in globalThis)) return null;
  if (!(await navigator.serviceWorker?.getRegistration())) return null;
  return (await navigator.serviceWorker.ready).pushManager;
}

const subscribed = (manager: PushManager, key: string) =>
  manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });

/** The subscription there is; one that was made with another key, before the house moved, is given up. */
async function current(manager: PushManager, key: string): Promise<PushSubscription | null> {
  const found = await manager.getSubscription();
  if (!found || wrap(found.options.applicationServerKey) === key) return found;
  await found.unsubscribe();
  return null;
}

function wrap(key: ArrayBuffer | null): string {
  const signs = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
