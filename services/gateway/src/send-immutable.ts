import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding, compress } from "./encoding.ts";

/** `cache-control` of what never changes at its address; a year is the most that caches keep anything. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/** Answers with a value that never changes at its address, as JSON. */
export async function sendImmutable({ headers }: FastifyRequest, reply: FastifyReply, value: object) {
  const text = JSON.stringify(value);
  const encoding = acceptedEncoding(headers["accept-encoding"]);
  if (encoding) reply.header("content-encoding", encoding);
  return reply
    .header("cache-control", IMMUTABLE)
    .header("vary", "accept-encoding")
    .type("application/json; charset=utf-8")
    .send(encoding ? await compress(text, encoding) : text);
}
