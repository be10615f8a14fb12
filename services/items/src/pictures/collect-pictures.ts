import { randomUUID } from "node:crypto";
import type { FetchedPicture, StepRun, StepTools } from "../processing/step.ts";
import type { PictureSize } from "./read-picture.ts";

/** Pictures of one page that are kept, bytes of all of them, and how long fetching them may take, ms. */
export const MAX_PICTURES = 40;
const MAX_KEPT_BYTES = 12 * 1024 * 1024;
const COLLECT_TIMEOUT_MS = 45_000;
/** Milliseconds for all addresses of an icon. */
const ICON_TIMEOUT_MS = 15_000;
/** Fetched at once; of one page they mostly come from one host. */
const CONCURRENCY = 3;
export const IN_TEXT: PictureSize = { maxWidth: 1600, maxHeight: 4000 };
const ICON: PictureSize = { maxWidth: 64, maxHeight: 64 };
/** What is smaller than this is drawn for no reader: it counts visits, or spaces a layout. */
const MIN_PIXELS = 3;

export type PictureTools = Pick<StepTools, "fetchPicture">;

/** Fetches each picture once, however often it is needed. */
export function remembering(tools: PictureTools): PictureTools {
  const asked = new Map<string, Promise<FetchedPicture>>();
  return {
    fetchPicture(address, size, run) {
      const key = `${size.maxWidth} ${address}`;
      const known = asked.get(key) ?? tools.fetchPicture(address, size, run);
      asked.set(key, known);
      return known;
    },
  };
}

/** A picture to keep with a card. */
export interface KeptPicture {
  id: string;
  name: string;
  mediaType: string;
  width: number;
  height: number;
  content: Uint8Array;
}

/**
 * Fetches and decodes the pictures of a page. @returns one a source, in their order: null for one that is not kept,
 * "invisible" for one that nobody would see
 */
export async function collectPictures(
  sources: string[],
  tools: PictureTools,
  run: StepRun,
): Promise<(KeptPicture | "invisible" | null)[]> {
  const timeout = AbortSignal.timeout(COLLECT_TIMEOUT_MS);
  const signal = AbortSignal.any([run.signal, timeout]);
  const left = { bytes: Math.min(MAX_KEPT_BYTES, run.room) };
  const found = new Map<string, Promise<KeptPicture | "invisible" | null>>();
  const wanted = [...new Set(sources)].slice(0, MAX_PICTURES);
  const lane = async (from: number) => {
    for (let at = from; at < wanted.length; at += CONCURRENCY) {
      const one = keepOne(wanted[at]!, IN_TEXT, tools, { ...run, signal }, left);
      found.set(wanted[at]!, one);
      await one;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, at) => lane(at)));
  run.signal.throwIfAborted();
  return Promise.all(sources.map((source) => found.get(source) ?? null));
}

/** The first of the addresses that leads to an icon. */
export async function collectIcon(
  addresses: string[],
  tools: PictureTools,
  run: StepRun,
): Promise<KeptPicture | undefined> {
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(ICON_TIMEOUT_MS)]);
  for (const address of addresses) {
    const icon = await keepOne(address, ICON, tools, { ...run, signal }, { bytes: run.room });
    if (icon && icon !== "invisible") return { ...icon, name: `icon${extensionOf(icon.mediaType)}` };
  }
  return undefined;
}

async function keepOne(
  address: string,
  size: PictureSize,
  tools: PictureTools,
  run: StepRun,
  left: { bytes: number },
): Promise<KeptPicture | "invisible" | null> {
  if (run.signal.aborted || left.bytes <= 0) return null;
  try {
    const { mediaType, width, height, content } = await tools.fetchPicture(address, size, run);
    if (width < MIN_PIXELS || height < MIN_PIXELS) return "invisible";
    if (content.length > left.bytes) return null;
    left.bytes -= content.length;
    return { id: randomUUID(), name: nameOf(address, mediaType), mediaType, width, height, content };
  } catch {
    // Gone, refused or no picture: the page is kept without it, and says how many are missing.
    return null;
  }
}

const extensionOf = (mediaType: string) => (mediaType === "image/jpeg" ? ".jpg" : ".webp");

function nameOf(address: string, mediaType: string): string {
  const last = new URL(address).pathname.split("/").at(-1) ?? "";
  const plain = last
    .replace(/\.[a-z0-9]{2,5}$/i, "")
    .replaceAll(/[^\w.-]+/g, "-")
    .slice(0, 80);
  return `${plain || "picture"}${extensionOf(mediaType)}`;
}
