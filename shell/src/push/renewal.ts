import { pushClient } from "@tessera/contracts-settings/push-client.ts";
import { PUSH_RENEWED } from "./names.ts";
import { type PushScope, windows } from "./show-message.ts";
import { base64url, bodyOf } from "./subscription.ts";

/** The part of a service worker's global scope that a new subscription needs. */
export interface RenewalScope extends Pick<PushScope, "clients"> {
  caches: Pick<CacheStorage, "open">;
  fetch: typeof fetch;
  registration: { pushManager: Pick<PushManager, "getSubscription" | "subscribe"> };
}

/** What a page left: the device's secret, and the key that its subscription is tied to. */
interface Kept {
  renewal: string;
  key: string;
}

/** A worker has no other storage that takes so little. */
const CACHE = "push";
const KEPT = "/push-renewal";

/** Keeps what a page says of the browser's device; null ends it. */
export async function keepRenewal(scope: RenewalScope, renewal: string | null): Promise<void> {
  const cache = await scope.caches.open(CACHE);
  const subscription = renewal === null ? null : await scope.registration.pushManager.getSubscription();
  if (renewal === null || !subscription) return void (await cache.delete(KEPT));
  const kept: Kept = { renewal, key: base64url(subscription.options.applicationServerKey) };
  await cache.put(KEPT, Response.json(kept));
}

/**
 * Subscribes again where the browser has dropped its subscription, and lets the server know: by the device's secret, as
 * no page need be open. Where that fails an open page does it, else the next one.
 */
export async function subscribeAgain(scope: RenewalScope): Promise<void> {
  if (await renewed(scope).catch(() => false)) return;
  for (const window of await windows(scope)) window.postMessage({ type: PUSH_RENEWED });
}

async function renewed({ caches, fetch, registration: { pushManager } }: RenewalScope): Promise<boolean> {
  const answer = await (await caches.open(CACHE)).match(KEPT);
  if (!answer) return false;
  const { renewal, key } = (await answer.json()) as Kept;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  // The secret is enough. Cookies are left out: they may belong to another person.
  const send = (path: string, init?: RequestInit) => fetch(path, { ...init, credentials: "omit" });
  await pushClient(send).renewUnattended({ renewal, subscription: bodyOf(subscription) });
  return true;
}
