import { FilesUnavailable } from "./file-store.ts";
import type { S3Config } from "./files-config.ts";

interface Refusal {
  name?: string;
  code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

/** S3's own code ("NoSuchKey"), or the network's ("ECONNREFUSED"). */
export const codeOf = (error: unknown): string => (error as Refusal).code ?? (error as Refusal).name ?? "";

const statusOf = (error: unknown): number | undefined => (error as Refusal).$metadata?.httpStatusCode;

/** There is no such object. An answer to HEAD has no body, so no code either. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as Refusal).name !== "NoSuchBucket";

export const isUnsupported = (error: unknown): boolean => statusOf(error) === 501 || statusOf(error) === 405;

/** Says what went wrong in S3's words: they name no content. */
export const unavailable = (error: unknown): FilesUnavailable =>
  new FilesUnavailable(`The file storage failed: ${codeOf(error)} ${(error as Refusal).message ?? ""}`.trim(), {
    cause: error,
  });

/** What the refusal means to the person who starts the process; never a key. */
export function startSentence({ bucket, endpoint, region }: S3Config, error: unknown): string {
  const place = `The bucket ${bucket} (FILES_S3_BUCKET) at ${endpoint ?? `Amazon S3 in ${region}`}`;
  const status = statusOf(error);
  if (status === 404) return `${place} does not exist. Create it, or name another one in FILES_S3_BUCKET.`;
  if (status === 401 || status === 403)
    return `${place} refuses this process. Check FILES_S3_ACCESS_KEY_ID, FILES_S3_SECRET_ACCESS_KEY and what the key may do.`;
  if (status === 301 || status === 400)
    return `${place} is not in the region ${region}. Set FILES_S3_REGION to the bucket's region.`;
  return `${place} cannot be reached: ${codeOf(error)} ${(error as Refusal).message ?? ""}. Check that FILES_S3_ENDPOINT names the storage and that it runs.`;
}
