// The model that turns texts into vectors; it runs in a process of its own (service-kit, untrusted/).
import type { Content } from "@tessera/service-kit";
import { SentenceEncoder } from "./sentence-encoder.ts";
import { SIZE, toBytes } from "./vector-bytes.ts";

let loaded: Promise<SentenceEncoder> | undefined;

/**
 * The vectors of texts, one behind the other in the one blob. `known`: which texts have one; null where the model
 * cannot be loaded.
 */
export async function embed({
  value: { texts },
}: Content<{ texts: string[] }>): Promise<Content<{ known: boolean[] | null }>> {
  loaded ??= SentenceEncoder.load();
  const encoder = await loaded.catch(() => null);
  if (!encoder) return { value: { known: null }, blobs: [] };
  const vectors = await encoder.encode(texts);
  const bytes = new Int8Array(texts.length * SIZE);
  for (const [at, vector] of vectors.entries()) if (vector) bytes.set(toBytes(vector), at * SIZE);
  return { value: { known: vectors.map((vector) => vector !== null) }, blobs: [new Uint8Array(bytes.buffer)] };
}
