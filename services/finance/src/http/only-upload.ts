import type { Upload } from "@tessera/service-kit";

/** The one file of a request, with its bare name. `none` and `tooLarge` make what is thrown then. */
export async function onlyUpload(
  uploads: AsyncIterable<Upload>,
  maxBytes: number,
  { none, tooLarge }: { none: () => Error; tooLarge: () => Error },
): Promise<{ name: string; bytes: Buffer }> {
  for await (const { name, content } of uploads) {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
    const bare = name
      .split(/[\\/]/)
      .at(-1)!
      .replace(/\p{Cc}/gu, "")
      .trim();
    return { name: bare.slice(0, 200).toWellFormed() || "file", bytes: Buffer.concat(chunks) };
  }
  throw none();
}
