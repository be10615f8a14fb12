import { createHash, type Hash } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import { notMultipart } from "@tessera/contracts-core/problems.ts";
import type { FastifyRequest } from "fastify";
import { problem } from "./problem.ts";

/** An uploaded file, as it streams in. */
export interface Upload {
  name: string;
  content: Readable;
}

/** Hash of what each request has sent so far; boundaries of multipart bodies differ from one attempt to the next. */
const hashes = new WeakMap<FastifyRequest, Hash>();

/**
 * The files of a multipart body, one after the other; each is to be read to its end before the next. Fields are
 * skipped.
 * @param limits bytes of one file, and files
 * @throws ProblemException 415 `not_multipart`
 */
export async function* uploadsOf(
  request: FastifyRequest,
  { maxBytes, maxFiles }: { maxBytes: number; maxFiles: number },
): AsyncGenerator<Upload> {
  if (!request.isMultipart()) throw problem(notMultipart);
  const hash = createHash("sha256");
  hashes.set(request, hash);
  const parts = request.parts({
    limits: { fileSize: maxBytes + 1, files: maxFiles, fields: 20, parts: maxFiles + 20 },
  });
  for await (const part of parts) {
    if (part.type !== "file") continue;
    const name = part.filename || "file";
    hash.update(`${JSON.stringify(name)}\n`);
    const own = createHash("sha256");
    const content = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        own.update(chunk);
        done(null, chunk);
      },
      flush(done) {
        hash.update(own.digest());
        done();
      },
    });
    part.file.on("error", (error) => content.destroy(error));
    content.on("close", () => part.file.resume());
    yield { name, content: part.file.pipe(content) };
  }
}

/** Hash over the names and contents of the files that `uploadsOf` has given; null when the request uploads nothing. */
export const uploadedContent = (request: FastifyRequest): string | null =>
  hashes.get(request)?.copy().digest("hex") ?? null;
