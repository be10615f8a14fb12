import "@fastify/multipart";
import { Release } from "@tessera/federation/composition.ts";
import { problem } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { type Source, WrongFile } from "./release-files.ts";

/** Bounds of one publication: the shell has 900 kB in 15 files. */
const LIMITS = { files: 500, fileSize: 16 * 1024 * 1024, fields: 1, fieldSize: 1024 * 1024, parts: 501 };
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * A release as multipart/form-data: the field `release` holds release.json; each file's part is named by its path.
 * @throws ProblemException 400, 413, or 415
 */
export async function readUpload(request: FastifyRequest, app: string): Promise<{ release: Release; source: Source }> {
  if (!request.isMultipart())
    throw problem(415, "multipart_expected", 'Send the release as multipart/form-data: field "release" and its files.');
  let description: string | null = null;
  let bytes = 0;
  const files = new Map<string, Buffer>();
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === "field") {
      if (part.fieldname === "release") description = String(part.value);
      continue;
    }
    const content = await part.toBuffer();
    bytes += content.byteLength;
    if (bytes > MOST_BYTES) throw problem(413, "release_too_large", `A release may have ${MOST_BYTES / 1024 / 1024} MB at the most.`);
    files.set(part.fieldname, content);
  }
  const release = parse(description);
  if (release.app !== app) throw problem(400, "wrong_app", `This is a release of "${release.app}", sent to the address of "${app}".`);
  const source: Source = async (file) =>
    files.get(file) ?? Promise.reject(new WrongFile(file, "is listed in release.json and was not sent"));
  return { release, source };
}

function parse(text: string | null): Release {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "");
  } catch {
    throw problem(400, "invalid_request", 'The field "release" must hold the text of release.json.');
  }
  const parsed = Release.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, 20).map((issue) => ({ path: `/${issue.path.join("/")}`, message: issue.message }));
  throw problem(400, "invalid_request", `release.json: ${errors[0]!.path}: ${errors[0]!.message}`, { errors });
}
