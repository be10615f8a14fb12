import { z } from "zod";
import { MAX_NAME_BYTES } from "../protocol/message.ts";

/** A message to everybody on a channel: JSON text, or bytes. */
export interface Broadcast {
  event: string;
  json?: string;
  binary?: Buffer;
  meta?: Record<string, unknown>;
}

export const EventName = z
  .string()
  .min(1)
  .refine((name) => Buffer.byteLength(name) <= MAX_NAME_BYTES, "must have at most 255 bytes");

const Pushed = z.object({
  event: EventName,
  payload: z.unknown().optional(),
  meta: z
    .record(z.string(), z.unknown())
    .refine((meta) => Buffer.byteLength(JSON.stringify(meta)) <= MAX_NAME_BYTES)
    .optional(),
});

/** A broadcast as a client pushed it, at either version. @returns null when it is none */
export function readBroadcast(payload: unknown): Broadcast | null {
  const pushed = Pushed.safeParse(payload);
  if (!pushed.success) return null;
  const { event, payload: body, meta } = pushed.data;
  return Buffer.isBuffer(body) ? { event, binary: body, meta } : { event, json: JSON.stringify(body ?? {}), meta };
}

/** The broadcast as text for clients at version 1.0.0, which take no bytes. */
export function textPayload({ event, json, meta }: Broadcast) {
  return { type: "broadcast", event, payload: JSON.parse(json ?? "null") as unknown, ...(meta ? { meta } : {}) };
}
