/** Web Push: subscribing this browser to push messages, and unsubscribing. */
import { savePushSubscription, endPushSubscription, fetchPushKey, ApiError } from "../lib/api";
import { encodeBase64url } from "../lib/base64url";
import type { Lang } from "../lib/i18n";

/** Subscribe this browser, in a language. False where it has no permission or no push service. */
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
    // Not every browser has a push service, nor every network a route to it: alerts in the page still work.
    if (error instanceof DOMException || error instanceof ApiError) return false;
    throw error;
  }
}

/** Unsubscribe this browser. */
export async function unsubscribe(): Promise<void> {
  const subscription = await (await pushManager())?.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  try {
    await endPushSubscription({ endpoint: subscription.endpoint });
  } catch (error) {
    // The server learns from the push service that the endpoint is gone.
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

/** The existing subscription; one made with another server key is given up. */
async function current(manager: PushManager, key: string): Promise<PushSubscription | null> {
  const found = await manager.getSubscription();
  if (!found || encodeBase64url(found.options.applicationServerKey ?? new ArrayBuffer(0)) === key) return found;
  await found.unsubscribe();
  return null;
}
