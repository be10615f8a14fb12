import { buffer } from "node:stream/consumers";
import type { FileStore } from "@tessera/service-kit";

/** The first bytes of a stored file. */
export async function beginningOf(files: FileStore, key: string, most: number): Promise<Buffer> {
  const { content } = await files.open(key);
  return buffer(
    (async function* () {
      let seen = 0;
      for await (const chunk of content as AsyncIterable<Buffer>) {
        yield chunk.subarray(0, most - seen);
        seen += chunk.length;
        if (seen >= most) return;
      }
    })(),
  );
}
