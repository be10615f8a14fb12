import type { NewPushSubscription } from "@tessera/contracts-settings/push.ts";

/** What the server is told of a browser's subscription. */
export const bodyOf = (subscription: Pick<PushSubscription, "endpoint" | "getKey">): NewPushSubscription => ({
  endpoint: subscription.endpoint,
  keys: {
    p256dh: base64url(subscription.getKey("p256dh")),
    auth: base64url(subscription.getKey("auth")),
  },
});

export const base64url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
