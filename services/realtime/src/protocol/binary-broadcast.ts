import type { Broadcast } from "../broadcast/broadcast.ts";
import { BadFrame, type Frame } from "./message.ts";

/** Kinds of binary messages (supabase-js, lib/serializer.ts): a client's broadcast, and the server's. */
const PUSH = 3;
const BROADCAST = 4;
const BINARY = 0;
const JSON_TEXT = 1;

/**
 * Reads a client's broadcast: kind, lengths of join_ref, ref, topic, event and metadata, encoding, those texts,
 * payload.
 * @throws BadFrame
 */
export function decodePush(data: Buffer): Frame {
  if (data.length < 7 || data[0] !== PUSH) throw new BadFrame("not a broadcast");
  const lengths = [...data.subarray(1, 6)];
  const encoding = data[6];
  if (encoding !== BINARY && encoding !== JSON_TEXT) throw new BadFrame("unknown encoding");
  let offset = 7;
  const texts = lengths.map((length) => {
    const text = data.toString("utf8", offset, offset + length);
    offset += length;
    return text;
  });
  if (offset > data.length) throw new BadFrame("shorter than its lengths say");
  const [joinRef, ref, topic, event, metadata] = texts as [string, string, string, string, string];
  if (!topic || !event) throw new BadFrame("topic and event are needed");
  const body = data.subarray(offset);
  if (metadata) parse(metadata);
  const payload = encoding === BINARY ? Buffer.from(body) : parse(body.toString("utf8"));
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: "broadcast",
    // The metadata says how to keep a message, which public servers offer and this one does not; it is checked and left
    // out.
    payload: { type: "broadcast", event, payload },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadFrame("not JSON");
  }
}

/** Writes a broadcast to clients: kind, lengths of topic, event and metadata, encoding, those texts, payload. */
export function encodeBroadcast(topic: string, { event, json, binary, meta }: Broadcast): Buffer {
  const texts = [topic, event, meta === undefined ? "" : JSON.stringify(meta)].map((text) => Buffer.from(text));
  const head = Buffer.from([BROADCAST, ...texts.map((text) => text.length), binary ? BINARY : JSON_TEXT]);
  return Buffer.concat([head, ...texts, binary ?? Buffer.from(json ?? "null")]);
}
