import { UPLOAD_HOURS } from "@tessera/contracts-transcribe/limits.ts";
import { shell } from "@tessera/shell-api";

/** An upload that this browser began and that is not a recording yet. */
export interface KeptUpload {
  id: string;
  /** Of the file that the person chose; `lastModified` is in ms since 1970, `bytes` are those that are sent. */
  name: string;
  lastModified: number;
  bytes: number;
  /** Ms since 1970. */
  begunAt: number;
}

/** What makes a file, chosen again, the same: its name and age, and what its sound takes. */
export type Sound = Pick<KeptUpload, "name" | "lastModified" | "bytes">;

/** Why an upload is aborted: after the first nothing of it stays, after the second it can be continued. */
export const CANCELLED = "cancelled";
export const LEFT = "left";

/** Drafts are the person's own and go at sign-out, as the names of their files do. */
const DRAFT = "transcribe.uploads";
const HOUR_MS = 3_600_000;

/** Those that the service still has. @param now ms since 1970 */
export function keptUploads(now = Date.now()): KeptUpload[] {
  const draft = shell().drafts.get(DRAFT);
  const kept = draft ? (JSON.parse(draft) as KeptUpload[]) : [];
  return kept.filter(({ begunAt }) => begunAt + UPLOAD_HOURS * HOUR_MS > now);
}

export const keptUploadOf = (sound: Sound): KeptUpload | undefined =>
  keptUploads().find(
    ({ name, lastModified, bytes }) =>
      name === sound.name && lastModified === sound.lastModified && bytes === sound.bytes,
  );

export const keepUpload = (upload: KeptUpload): void => write([...without(upload.id), upload]);
export const forgetUpload = (id: string): void => write(without(id));

const without = (id: string) => keptUploads().filter((kept) => kept.id !== id);

function write(kept: readonly KeptUpload[]): void {
  if (kept.length) shell().drafts.set(DRAFT, JSON.stringify(kept));
  else shell().drafts.clear(DRAFT);
}
