import { setImmediate } from "node:timers/promises";
import type { Content } from "@tessera/service-kit/reader.ts";

/** Characters of JSON in one part: it is parsed at once where requests are answered. */
const PART = 256 * 1024;

/** A reader of many entries that gives them back in parts, as blobs; its value says whether it read a list. */
export function inParts<I, T>(read: (content: Content<I>) => Content<T[] | null> | Promise<Content<T[] | null>>) {
  return async (content: Content<I>): Promise<Content<boolean>> => {
    const { value } = await read(content);
    return { value: value !== null, blobs: value ? partsOf(value) : [] };
  };
}

function partsOf(entries: readonly unknown[]): Buffer[] {
  const parts: Buffer[] = [];
  let part: string[] = [];
  let size = 0;
  const end = () => {
    if (part.length) parts.push(Buffer.from(`[${part.join(",")}]`));
    [part, size] = [[], 0];
  };
  for (const entry of entries) {
    const text = JSON.stringify(entry);
    if (size + text.length > PART) end();
    part.push(text);
    size += text.length;
  }
  end();
  return parts;
}

/** The entries of all parts; between two of them others have their turn. */
export async function ofParts<T>({ value, blobs }: Content<boolean>): Promise<T[] | null> {
  if (!value) return null;
  const entries: T[] = [];
  for (const blob of blobs) {
    for (const entry of JSON.parse(Buffer.from(blob).toString()) as T[]) entries.push(entry);
    await setImmediate();
  }
  return entries;
}
