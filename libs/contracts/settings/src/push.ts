import { z } from "zod";

/** Devices of a person that get notifications. */
export const MAX_PUSH_DEVICES = 10;

/** The key that a browser ties a subscription to: messages signed with another are refused (RFC 8292). */
export const PushKey = z.object({ publicKey: z.string() }).meta({ id: "PushKey" });
export type PushKey = z.infer<typeof PushKey>;

/** Where a browser's push service takes messages, and what they are encrypted with (RFC 8030, RFC 8291). */
export const NewPushSubscription = z
  .strictObject({
    endpoint: z.url({ protocol: /^https?$/ }).max(2000),
    keys: z.strictObject({
      /** A point of P-256, uncompressed: 65 bytes. */
      p256dh: z.string().regex(/^[\w-]{87}$/, "must be 65 bytes in base64url"),
      auth: z.string().regex(/^[\w-]{22}$/, "must be 16 bytes in base64url"),
    }),
  })
  .meta({ id: "NewPushSubscription" });
export type NewPushSubscription = z.infer<typeof NewPushSubscription>;

/** A browser that shows notifications. */
export const PushDevice = z
  .object({
    id: z.uuid(),
    /** For example "Firefox on Windows". */
    device: z.string(),
    createdAt: z.iso.datetime(),
    /** When its push service last took a message; null while there was none. */
    lastUsedAt: z.iso.datetime().nullable(),
    /** The session there has ended: nothing is sent until its person signs in there again. */
    signedOut: z.boolean(),
  })
  .meta({ id: "PushDevice" });
export type PushDevice = z.infer<typeof PushDevice>;

/**
 * A device whose subscription was just kept, with the secret by which the browser's worker gives it the next one. The
 * last one given is the one that holds.
 */
export const KeptPushDevice = PushDevice.extend({ renewal: z.string() }).meta({ id: "KeptPushDevice" });
export type KeptPushDevice = z.infer<typeof KeptPushDevice>;

/** What a worker says once the browser has replaced its subscription while no page was open. */
export const PushRenewal = z
  .strictObject({
    renewal: z.string().regex(/^[\w-]{43}$/, "must be a device's secret"),
    subscription: NewPushSubscription,
  })
  .meta({ id: "PushRenewal" });
export type PushRenewal = z.infer<typeof PushRenewal>;

/** All of a person, the newest first. */
export const PushDevices = z.object({ devices: z.array(PushDevice) }).meta({ id: "PushDevices" });
export type PushDevices = z.infer<typeof PushDevices>;

/** What a message says, once the browser has decrypted it. */
export interface PushMessage {
  title: string;
  body: string;
  /** A page of the product. */
  path: string;
  /** A later message with the same tag takes the place of the earlier one. */
  tag: string;
  /** What waits in the queue, for the icon of the installed app; absent where that is not known. */
  waiting?: number;
}
