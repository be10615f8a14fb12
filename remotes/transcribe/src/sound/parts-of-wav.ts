/** Bytes in front of the samples, which are written again at the end, when the length is known. */
const HEAD = 44;

/** What is written at a place of a file. */
interface Written {
  data: Uint8Array<ArrayBuffer>;
  position: number;
}

/**
 * Takes a WAV file as it is written. Its samples become parts of a Blob at once, which browsers keep out of the page's
 * memory, on disk where they are many.
 */
export function partsOfWav(): { writable: WritableStream<Written>; blob(): Blob } {
  const head = new Uint8Array(HEAD);
  const parts: Blob[] = [];
  let end = HEAD;
  const writable = new WritableStream<Written>({
    write({ data, position }) {
      if (position < HEAD) head.set(data.subarray(0, HEAD - position), position);
      const samples = data.subarray(Math.max(0, HEAD - position));
      if (!samples.length) return;
      if (Math.max(position, HEAD) !== end) throw new Error("Samples of a WAV file follow each other");
      parts.push(new Blob([samples]));
      end += samples.length;
    },
  });
  return { writable, blob: () => new Blob([head, ...parts], { type: "audio/wav" }) };
}
