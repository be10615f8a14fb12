import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import type { Readable, Writable } from "node:stream";
import { ContentError, type ContentErrorKind } from "./content-error.ts";
import { encodeFrame, FrameReader } from "./frames.ts";
import type { Content, Reader } from "./reader.ts";

/** Megabytes of JavaScript objects that one process may have. */
const MAX_HEAP_MB = 384;
/** Bytes of all memory that it may have where its readers need no more. */
export const MAX_RSS = 768 * 1024 * 1024;
/** A process that has grown beyond this is replaced after its content, which gives the memory back. */
export const REPLACE_RSS = 256 * 1024 * 1024;
/** Wall time that a content may take: for the start of a process, and for each millisecond of CPU on a busy machine. */
const MAX_START_MS = 30_000;
const WALL_PER_CPU = 8;
/** Steps by which reading gives way to answering requests. */
const NICENESS = 5;
/** Bytes of messages of a dying process that are looked at. */
const MAX_NOTES = 64 * 1024;

/**
 * One process that reads foreign content. It knows no variable of ours and may neither write files nor start programs.
 * A thread cannot do this: V8 ends the whole process, not the thread, when a Map or a long list outgrows a thread's
 * heap.
 */
export class ReadingProcess {
  private readonly child: ChildProcess;
  private readonly frames = new FrameReader(0);
  private notes = "";
  private settle: ((result: Content<unknown> | ContentError) => void) | null = null;
  private killedFor: ContentErrorKind | null = null;
  /** Whether another content may be given to it. */
  usable = true;

  /** @param limits bytes of all memory: beyond `replaceRss` it takes no other content, beyond `maxRss` it is ended */
  constructor(
    onExit: () => void,
    private readonly limits: { replaceRss: number; maxRss: number },
  ) {
    const script = createRequire(import.meta.url).resolve("@tessera/service-kit/untrusted-child");
    const flags = [
      "--permission",
      "--allow-fs-read=*",
      "--allow-worker",
      `--max-old-space-size=${MAX_HEAP_MB}`,
      "--no-warnings",
    ];
    this.child = spawn(process.execPath, [...flags, script, String(limits.maxRss), String(process.pid)], {
      env: {},
      stdio: ["pipe", "ignore", "pipe", "pipe"],
    });
    const [input, , errors, output] = this.child.stdio as unknown as [Writable, null, Readable, Readable];
    // A process that dies while it is being written to: its end says why.
    input.on("error", () => undefined);
    errors.on("data", (chunk: Buffer) => {
      if (this.notes.length < MAX_NOTES) this.notes += chunk.toString("latin1");
    });
    output.on("data", (chunk: Buffer) => this.receive(chunk));
    this.child.on("error", () => this.ended(onExit));
    this.child.on("close", () => this.ended(onExit));
    try {
      if (this.child.pid) setPriority(this.child.pid, NICENESS);
    } catch {
      // It has ended already, or the system does not allow it: reading then costs others more.
    }
  }

  /** @throws ContentError */
  async read<I, O>(reader: Reader<I, O>, content: Content<I>): Promise<Content<O>> {
    this.frames.maxBytes = reader.maxOutput + 1024;
    const timer = setTimeout(() => this.kill("time"), MAX_START_MS + reader.cpuMs * WALL_PER_CPU);
    const result = await new Promise<Content<unknown> | ContentError>((settle) => {
      this.settle = settle;
      const module = createRequire(import.meta.url).resolve(reader.module);
      const { name, cpuMs, maxOutput } = reader;
      for (const piece of encodeFrame({ module, name, cpuMs, maxOutput, value: content.value }, content.blobs))
        this.child.stdin!.write(piece);
    });
    clearTimeout(timer);
    if (result instanceof ContentError) throw result;
    return result as Content<O>;
  }

  /** Ends it at once, whatever it is doing. */
  kill(reason: ContentErrorKind): void {
    this.usable = false;
    this.killedFor ??= reason;
    this.child.kill("SIGKILL");
  }

  private receive(chunk: Buffer): void {
    try {
      const frame = this.frames.push(chunk);
      if (!frame) return;
      const { value, error, rss } = frame.meta as {
        value: unknown;
        error?: { kind: ContentErrorKind; message?: string };
        rss?: number;
      };
      if ((rss ?? 0) > this.limits.replaceRss) this.kill("stopped");
      this.finish(error ? new ContentError(error.kind, error.message) : { value, blobs: frame.blobs });
    } catch {
      this.kill("too-large");
    }
  }

  private ended(onExit: () => void): void {
    this.usable = false;
    const limit = /limit:(time|memory)/.exec(this.notes)?.[1] as "time" | "memory" | undefined;
    const heap = /heap out of memory|Allocation failed|invalid table size|Array buffer allocation/i.test(this.notes);
    this.finish(new ContentError(this.killedFor ?? limit ?? (heap ? "memory" : "crashed")));
    onExit();
  }

  private finish(result: Content<unknown> | ContentError): void {
    this.settle?.(result);
    this.settle = null;
  }
}
