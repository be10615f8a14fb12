import { decodePush } from "./binary-broadcast.ts";
import { BadFrame, type Frame, MAX_NAME_BYTES } from "./message.ts";

export const VERSIONS = ["1.0.0", "2.0.0"] as const;
/** Serialisations of Phoenix: objects at 1.0.0, arrays and binary broadcasts at 2.0.0. */
export type Version = (typeof VERSIONS)[number];

/** @throws BadFrame */
export function decodeFrame(version: Version, data: Buffer, binary: boolean): Frame {
  if (binary) {
    if (version !== "2.0.0") throw new BadFrame("binary messages need version 2.0.0");
    return decodePush(data);
  }
  let message: unknown;
  try {
    message = JSON.parse(data.toString("utf8"));
  } catch {
    throw new BadFrame("not JSON");
  }
  if (version === "2.0.0") {
    if (!Array.isArray(message) || message.length !== 5) throw new BadFrame("not an array of five");
    const [joinRef, ref, topic, event, payload] = message;
    return checked({ joinRef, ref, topic, event, payload });
  }
  if (typeof message !== "object" || message === null || Array.isArray(message)) throw new BadFrame("not an object");
  const { join_ref = null, ref = null, topic, event, payload } = message as Record<string, unknown>;
  return checked({ joinRef: join_ref, ref, topic, event, payload });
}

function checked({ joinRef, ref, topic, event, payload }: Record<keyof Frame, unknown>): Frame {
  const name = (value: unknown): value is string =>
    typeof value === "string" && value.length > 0 && Buffer.byteLength(value) <= MAX_NAME_BYTES;
  const reference = (value: unknown): value is string | null =>
    value === null || (typeof value === "string" && Buffer.byteLength(value) <= MAX_NAME_BYTES);
  if (!name(topic) || !name(event)) throw new BadFrame("topic and event must be texts of 1 to 255 bytes");
  if (!reference(joinRef) || !reference(ref)) throw new BadFrame("references must be texts or null");
  return { joinRef, ref, topic, event, payload };
}

/** A message to a client whose payload is JSON already. */
export function encodeJson(
  version: Version,
  { joinRef, ref, topic, event }: Omit<Frame, "payload">,
  payload: string,
): string {
  return version === "2.0.0"
    ? `${JSON.stringify([joinRef, ref, topic, event]).slice(0, -1)},${payload}]`
    : `${JSON.stringify({ topic, event, ref, join_ref: joinRef }).slice(0, -1)},"payload":${payload}}`;
}

/** A message to a client as text. */
export function encodeFrame(version: Version, { joinRef, ref, topic, event, payload }: Frame): string {
  return version === "2.0.0"
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef });
}
