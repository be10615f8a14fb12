// The process in which foreign content is read: one content at a time, in on stdin, out on descriptor 3.
import { Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { ContentError } from "./content-error.ts";
import { encodeFrame, type Frame, FrameReader } from "./frames.ts";
import type { Content, ReadFunction } from "./reader.ts";

interface Request {
  module: string;
  name: string;
  cpuMs: number;
  maxOutput: number;
  value: unknown;
}

const [maxRss, parent] = process.argv.slice(2).map(Number) as [number, number];
const limits = new Float64Array(new SharedArrayBuffer(16));
limits.set([0, maxRss]);
const watchdog = new Worker(new URL("./watchdog.ts", import.meta.url), {
  workerData: { limits, parent },
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
});
await new Promise((online) => watchdog.once("online", online));

const output = new Socket({ fd: 3, readable: false, writable: true });
const input = new FrameReader(Number.MAX_SAFE_INTEGER);

process.stdin.on("end", () => process.exit(0));
process.stdin.on("data", (chunk: Buffer) => {
  const frame = input.push(chunk);
  if (frame) void answer(frame);
});

async function answer({ meta, blobs }: Frame): Promise<void> {
  const { module, name, cpuMs, maxOutput, value } = meta as unknown as Request;
  // Loading a reader's packages is our own time, not the content's.
  const readers = (await import(module)) as Record<string, ReadFunction<unknown, unknown>>;
  const { user, system } = process.cpuUsage();
  limits[0] = (user + system) / 1000 + cpuMs;
  const pieces = await Promise.resolve({ value, blobs })
    .then(readers[name])
    .then((content) => pack(content as Content<unknown>, maxOutput))
    .catch((error: unknown) => encodeFrame({ error: reasonOf(error) }, []));
  limits[0] = 0;
  for (const piece of pieces) output.write(piece);
}

function pack({ value, blobs }: Content<unknown>, maxOutput: number): Uint8Array[] {
  const pieces = encodeFrame({ value, rss: process.memoryUsage.rss() }, blobs);
  if (pieces.reduce((sum, piece) => sum + piece.length, 0) > maxOutput) throw new ContentError("too-large");
  return pieces;
}

/** Words of errors that are no sentences of ours stay here: they may quote the content. */
function reasonOf(error: unknown): { kind: string; message?: string } {
  return error instanceof ContentError ? { kind: error.kind, message: error.message } : { kind: kindOf(error) };
}

/** A stack or a text that outgrew the engine is the content's structure. */
const kindOf = (error: unknown) => (error instanceof RangeError ? "too-complex" : "unreadable");
