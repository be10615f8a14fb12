import type { ReleaseFile } from "@tessera/federation/registry.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding } from "./encoding.ts";
import { mediaTypeOf } from "./media-type.ts";
import { IMMUTABLE } from "./send-immutable.ts";

/**
 * Sends a published file in the smallest form the client takes. `immutable`: its address holds the release, so it never
 * changes.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ReleaseFile,
  { immutable }: { immutable: boolean },
) {
  const encoding = file.compressed ? acceptedEncoding(request.headers["accept-encoding"]) : null;
  const tag = `"${file.integrity}${encoding ? `-${encoding}` : ""}"`;
  const known = request.headers["if-none-match"] === tag;
  // Before any header: a file that cannot be read must not be answered with an error that browsers keep for a year.
  const opened = known ? null : await file.open(encoding ?? "plain");
  reply
    .header("cache-control", immutable ? IMMUTABLE : "no-cache")
    .header("etag", tag)
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin");
  if (file.compressed) reply.header("vary", "accept-encoding");
  if (!opened) return reply.status(304).send();
  reply.header("content-type", mediaTypeOf(file.path)).header("content-length", opened.bytes);
  if (encoding) reply.header("content-encoding", encoding);
  if (request.method === "HEAD") opened.content.destroy();
  return reply.send(request.method === "HEAD" ? undefined : opened.content);
}
