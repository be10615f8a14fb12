import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ReleaseFile } from "@tessera/federation/registry.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding } from "./encoding.ts";
import { mediaTypeOf } from "./media-type.ts";

const YEAR = 365 * 24 * 60 * 60;

/** Sends a published file in the smallest form the client takes. `immutable`: its address holds the release, so it never changes. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: ReleaseFile, { immutable }: { immutable: boolean }) {
  const encoding = file.compressed ? acceptedEncoding(request.headers["accept-encoding"]) : null;
  const path = encoding ? file.path + (encoding === "br" ? ".br" : ".gz") : file.path;
  // Before any header: a file that cannot be read must not be answered with an error that browsers keep for a year.
  const { size } = await stat(path);
  const tag = `"${file.integrity}${encoding ? `-${encoding}` : ""}"`;
  reply
    .header("cache-control", immutable ? `public, max-age=${YEAR}, immutable` : "no-cache")
    .header("etag", tag)
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin");
  if (file.compressed) reply.header("vary", "accept-encoding");
  if (request.headers["if-none-match"] === tag) return reply.status(304).send();
  reply.header("content-type", mediaTypeOf(file.path)).header("content-length", size);
  if (encoding) reply.header("content-encoding", encoding);
  return reply.send(request.method === "HEAD" ? undefined : createReadStream(path));
}
