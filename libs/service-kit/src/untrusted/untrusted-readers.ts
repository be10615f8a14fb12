import { ContentError } from "./content-error.ts";
import { FairQueue } from "./fair-queue.ts";
import type { Content, Reader } from "./reader.ts";
import { MAX_RSS, REPLACE_RSS, ReadingProcess } from "./reading-process.ts";

/** Processes that read at once. */
const MAX_PROCESSES = 2;
/** Contents that may wait; more are turned away. */
const MAX_WAITING = 500;
/** Milliseconds without work after which a process is ended. */
const IDLE_MS = 30_000;

export interface ReadOptions {
  /** Ends the reading at once; what is thrown then is its reason. */
  signal?: AbortSignal;
  /** Whose content it is: people take turns. */
  person: string;
}

interface Waiting {
  start(process: ReadingProcess): void;
  refuse(error: ContentError): void;
}

/**
 * Reads foreign content (pages, mails, files of bookmarks) in processes of their own, so that no content can stop the
 * event loop, outgrow the memory of the product or end it. What exceeds its limits is killed with its process.
 */
export class UntrustedReaders {
  private readonly queue = new FairQueue<Waiting>();
  private readonly free = new Set<ReadingProcess>();
  private readonly processes = new Set<ReadingProcess>();
  private idle: NodeJS.Timeout | undefined;
  private closed = false;

  private readonly limits: { processes: number; idleMs: number; maxRss: number };

  /**
   * @param replaceRss bytes beyond which a process is replaced after its content; more where readers load models
   * @param limits processes at once, milliseconds without work after which they are ended, and bytes of one
   */
  constructor(
    private readonly replaceRss = REPLACE_RSS,
    limits: { processes?: number; idleMs?: number; maxRss?: number } = {},
  ) {
    this.limits = { processes: MAX_PROCESSES, idleMs: IDLE_MS, maxRss: MAX_RSS, ...limits };
  }

  /** @throws ContentError; the signal's reason when it is aborted */
  async read<I, O>(reader: Reader<I, O>, content: Content<I>, { signal, person }: ReadOptions): Promise<Content<O>> {
    signal?.throwIfAborted();
    if (this.closed) throw new ContentError("stopped");
    if (content.blobs.reduce((sum, blob) => sum + blob.length, 0) > reader.maxInput)
      throw new ContentError("too-large");
    const process = await this.turn(person, signal);
    const abort = () => process.kill("stopped");
    signal?.addEventListener("abort", abort, { once: true });
    try {
      if (signal?.aborted) abort();
      return await process.read(reader, content);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
      this.release(process);
    }
  }

  /** Processes that are there, at work or kept for the next content. */
  get running(): number {
    return this.processes.size;
  }

  /** Ends every process at once. */
  close(): void {
    this.closed = true;
    clearTimeout(this.idle);
    for (const process of this.processes) process.kill("stopped");
    for (let waiting = this.queue.take(); waiting; waiting = this.queue.take())
      waiting.refuse(new ContentError("stopped"));
  }

  private turn(person: string, signal?: AbortSignal): Promise<ReadingProcess> {
    if (this.queue.size >= MAX_WAITING) throw new ContentError("busy");
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.queue.remove(person, entry);
        reject(signal!.reason);
      };
      const entry: Waiting = {
        start: (process) => {
          signal?.removeEventListener("abort", leave);
          resolve(process);
        },
        refuse: (error) => {
          signal?.removeEventListener("abort", leave);
          reject(error);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.queue.add(person, entry);
      this.next();
    });
  }

  private next(): void {
    while (this.queue.size) {
      const process = this.available();
      if (!process) return;
      this.free.delete(process);
      this.queue.take()!.start(process);
    }
  }

  /** One that is free, or a new one. */
  private available(): ReadingProcess | undefined {
    clearTimeout(this.idle);
    const [free] = this.free;
    if (free) return free;
    if (this.processes.size >= this.limits.processes) return undefined;
    const ended = () => {
      this.processes.delete(process);
      this.free.delete(process);
      this.next();
    };
    const { replaceRss } = this;
    const process: ReadingProcess = new ReadingProcess(ended, { replaceRss, maxRss: this.limits.maxRss });
    this.processes.add(process);
    return process;
  }

  private release(process: ReadingProcess): void {
    if (process.usable && !this.closed) this.free.add(process);
    this.next();
    if (this.queue.size || this.free.size < this.processes.size) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      for (const each of this.free) each.kill("stopped");
    }, this.limits.idleMs);
    this.idle.unref();
  }
}
