import { createHash, randomUUID } from "node:crypto";
import { ContentError } from "@tessera/service-kit/content-error.ts";
import { IN_TEXT, type PictureTools } from "../pictures/collect-pictures.ts";
import { type CopyContent, type FetchedPage, StepFailure, type StepRun, type StepTools } from "../processing/step.ts";
import { MAX_COPY_BYTES } from "./copy-policy.ts";

/** Style sheets and pictures that are fetched for one copy, milliseconds for all of them, and for the copy. */
const MAX_SHEETS = 20;
const MAX_COPY_PICTURES = 80;
const COLLECT_TIMEOUT_MS = 20_000;
const COPY_TIMEOUT_MS = 40_000;
/** Bytes of pictures that are fetched; more than a copy holds, since the largest are left out. */
const MAX_FETCHED_BYTES = 14 * 1024 * 1024;
/** Sheets that sheets import, within each other. */
const ROUNDS = 3;
const CONCURRENCY = 3;

/** A page as it was, to keep with a card. */
export interface PageCopy {
  id: string;
  fetchedAt: Date;
  digest: string;
  picturesLeftOut: number;
  content: Uint8Array;
}

/**
 * Makes one document of a page, with its styles and pictures.
 * @param room bytes that may be kept
 * @returns why there is none, in words for the person, where there is none
 */
export async function collectCopy(
  page: FetchedPage,
  tools: StepTools,
  pictures: PictureTools,
  run: StepRun,
): Promise<PageCopy | { reason: string }> {
  if (run.room <= 0) return { reason: "There is no room left for it" };
  const maxBytes = Math.min(MAX_COPY_BYTES, run.room);
  const whole = AbortSignal.any([run.signal, AbortSignal.timeout(COPY_TIMEOUT_MS)]);
  const made = { ...run, signal: whole };
  const asked = { ...run, signal: AbortSignal.any([whole, AbortSignal.timeout(COLLECT_TIMEOUT_MS)]) };
  const parts: CopyContent[] = [];
  const known = new Set<string>();
  try {
    let copy = await tools.copyPage(page, parts, maxBytes, made);
    for (let round = 0; round < ROUNDS; round++) {
      const fresh = copy.sheets.filter((address) => !known.has(address)).slice(0, MAX_SHEETS - known.size);
      if (fresh.length === 0) break;
      for (const address of fresh) known.add(address);
      const found = await inLanes(fresh, (address) => sheetOf(address, tools, asked));
      parts.push(...found.filter((one) => one !== null));
      copy = await tools.copyPage(page, parts, maxBytes, made);
    }
    if (copy.pictures.length > 0) {
      let left = MAX_FETCHED_BYTES;
      const found = await inLanes(copy.pictures.slice(0, MAX_COPY_PICTURES), async (address) => {
        const part = left > 0 ? await pictureOf(address, pictures, asked) : null;
        if (!part || part.content.length > left) return null;
        left -= part.content.length;
        return part;
      });
      parts.push(...found.filter((one) => one !== null));
      copy = await tools.copyPage(page, parts, maxBytes, made);
    }
    const { content, picturesLeftOut } = copy;
    const digest = createHash("sha256").update(content).digest("hex");
    return { id: randomUUID(), fetchedAt: run.now, digest, picturesLeftOut, content };
  } catch (error) {
    run.signal.throwIfAborted();
    if (whole.aborted) return { reason: "It took too long" };
    if (error instanceof StepFailure || error instanceof ContentError) return { reason: error.message };
    throw error;
  }
}

/** What is gone or refused is left out. */
async function sheetOf(address: string, tools: StepTools, run: StepRun): Promise<CopyContent | null> {
  try {
    const { url, contentType, bytes } = await tools.fetchSheet(address, run.signal);
    return { kind: "sheet", address, url, contentType, content: bytes };
  } catch {
    return null;
  }
}

async function pictureOf(address: string, tools: PictureTools, run: StepRun): Promise<CopyContent | null> {
  try {
    const { mediaType, content } = await tools.fetchPicture(address, IN_TEXT, run);
    return { kind: "picture", address, url: address, contentType: mediaType, content };
  } catch {
    return null;
  }
}

async function inLanes<T>(addresses: string[], work: (address: string) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  const lane = async (from: number) => {
    for (let at = from; at < addresses.length; at += CONCURRENCY) found[at] = await work(addresses[at]!);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, at) => lane(at)));
  return found;
}
