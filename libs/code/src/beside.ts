import type { Highlighted } from "./highlighter.ts";
import type { CodeLine } from "./lines.ts";
import type { Ask, Tell } from "./worker-messages.ts";

export type Job = Omit<Ask & { type: "highlight" }, "type" | "id" | "grammar" | "colours">;

/** The worker could not be started, or it ended: the page does its work. */
export class NoWorker extends Error {}

interface Waiting {
  lines: CodeLine[];
  done: (made: Highlighted) => void;
  failed: (error: Error) => void;
}

/** One worker that highlights code beside the page, for all of it. */
export class Beside {
  private readonly waiting = new Map<number, Waiting>();
  /** Languages and themes that it was given. */
  private readonly has = new Set<string>();
  private last = 0;

  constructor(private readonly worker: Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">) {
    worker.onmessage = ({ data }: MessageEvent<Tell>) => this.told(data);
    worker.onerror = () => this.close();
  }

  /** @param load what it needs of the language and the theme @throws NoWorker; the error of the highlighter */
  async highlight(
    job: Job,
    load: { grammar: () => Promise<unknown>; colours: () => Promise<unknown> },
    signal?: AbortSignal,
  ): Promise<Highlighted> {
    const needs = async (name: string, of: () => Promise<unknown>) => (this.has.has(name) ? null : await of());
    const [grammar, colours] = await Promise.all([
      needs(`language ${job.language}`, load.grammar),
      needs(`theme ${job.theme}`, load.colours),
    ]);
    signal?.throwIfAborted();
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      const stopped = () => {
        this.waiting.delete(id);
        this.worker.postMessage({ type: "stop", id } satisfies Ask);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", stopped, { once: true });
      const end = () => {
        signal?.removeEventListener("abort", stopped);
        this.waiting.delete(id);
      };
      const done = (made: Highlighted) => {
        end();
        resolve(made);
      };
      const failed = (error: Error) => {
        end();
        reject(error);
      };
      this.waiting.set(id, { lines: [], done, failed });
      this.worker.postMessage({ type: "highlight", id, ...job, grammar, colours } satisfies Ask);
      this.has.add(`language ${job.language}`).add(`theme ${job.theme}`);
    });
  }

  /** Ends it; what it works on is refused. */
  close(): void {
    this.worker.terminate();
    for (const { failed } of [...this.waiting.values()]) failed(new NoWorker("The worker for code ended."));
  }

  private told(message: Tell): void {
    const asked = this.waiting.get(message.id);
    if (message.type === "lines") for (const line of message.lines) asked?.lines.push(line);
    if (message.type === "done") {
      const { foreground, background } = message;
      asked?.done({ lines: asked.lines, foreground, background });
    }
    if (message.type === "failed") asked?.failed(Object.assign(new Error(message.message), { name: message.name }));
  }
}
