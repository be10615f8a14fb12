import type { Item } from "@tessera/contracts-items/items.ts";
import { MAX_FILE_BYTES } from "@tessera/contracts-items/limits.ts";
import { items } from "../api.ts";
import { sentenceOf } from "../triage/use-triage.ts";

/** A file on its way to becoming a card. */
export interface Upload {
  id: string;
  file: File;
  tags: readonly string[];
  state: "waiting" | "sending" | "failed";
  /** Part that is sent, 0–1. */
  sent: number;
  /** Why it failed. */
  reason?: string;
  abort: AbortController;
  batch: Batch;
}

/** What was given at once: its cards are told of at once. */
interface Batch {
  left: number;
  made: Item[];
  done: (made: Item[]) => void;
}

/** Files that are sent at once. */
const CONCURRENCY = 2;
const TOO_LARGE = `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB.`;

let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();

export const uploadsNow = (): readonly Upload[] => uploads;
export function onUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of [...listeners]) listener();
}

const change = (id: string, patch: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)));

/**
 * Sends files, two at a time. Each is a card once it has arrived; what fails waits for the person.
 * @param onSettled called with the cards when nothing of it is in progress any more; once more when what failed was
 *   sent again
 * @returns the cards of the first time
 */
export function sendFiles(
  files: readonly File[],
  tags: readonly string[],
  onSettled: (made: Item[]) => void,
): Promise<Item[]> {
  return new Promise((resolve) => {
    const done = (made: Item[]) => {
      onSettled(made);
      resolve(made);
    };
    const batch: Batch = { left: files.length, made: [], done };
    const added = files.map((file): Upload => {
      const isTooLarge = file.size > MAX_FILE_BYTES;
      // One key a file: sent again after a failure, it is stored once.
      const base = { id: crypto.randomUUID(), file, tags, sent: 0, abort: new AbortController(), batch };
      return isTooLarge ? { ...base, state: "failed", reason: TOO_LARGE } : { ...base, state: "waiting" };
    });
    set([...uploads, ...added]);
    for (const upload of added) if (upload.state === "failed") settle(upload);
    if (files.length === 0) done([]);
    next();
  });
}

/** Ends an upload, or puts one away that failed. */
export function dropUpload(id: string): void {
  const upload = uploads.find((one) => one.id === id);
  if (!upload) return;
  set(uploads.filter((one) => one.id !== id));
  upload.abort.abort();
  if (upload.state === "waiting") settle(upload);
  next();
}

export function sendAgain(id: string): void {
  const upload = uploads.find((one) => one.id === id);
  if (upload?.state !== "failed") return;
  upload.batch.left += 1;
  change(id, { state: "waiting", sent: 0, reason: undefined, abort: new AbortController() });
  next();
}

function next(): void {
  const room = CONCURRENCY - uploads.filter(({ state }) => state === "sending").length;
  for (const upload of uploads.filter(({ state }) => state === "waiting").slice(0, Math.max(0, room)))
    void send(upload);
}

async function send(upload: Upload): Promise<void> {
  const { id, file, tags, abort, batch } = upload;
  change(id, { state: "sending" });
  try {
    const form = new FormData();
    form.append("files", file, file.name);
    const made = await items.upload(form, id, tags.length ? { tags: tags.join(",") } : {}, {
      signal: abort.signal,
      onUploadProgress: ({ sent, total }) => change(id, { sent: total ? sent / total : 0 }),
    });
    batch.made.push(made);
    set(uploads.filter((one) => one.id !== id));
  } catch (error) {
    if (!abort.signal.aborted) change(id, { state: "failed", reason: sentenceOf(error) });
  }
  settle(upload);
  next();
}

function settle({ batch }: Upload): void {
  batch.left -= 1;
  if (batch.left > 0) return;
  const made = batch.made;
  batch.made = [];
  batch.done(made);
}
