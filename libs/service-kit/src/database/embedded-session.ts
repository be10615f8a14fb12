import { createRequire } from "node:module";
import { Duplex } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import pg from "pg";

// V8 may end the process while it frees code of WebAssembly that it has compiled better since: "Check failed:
// jit_page_->allocations_.erase(addr)", https://github.com/nodejs/node/issues/64500. So that code stays.
setFlagsFromString("--no-wasm-code-gc");

/** A socket look-alike whose other end is the worker that runs PGlite. */
class WorkerSocket extends Duplex {
  constructor(private readonly worker: Worker) {
    super();
    worker.on("message", (message) => {
      if (message instanceof Uint8Array) this.push(Buffer.from(message.buffer, message.byteOffset, message.byteLength));
    });
  }
  connect() {
    process.nextTick(() => this.emit("connect"));
    return this;
  }
  setNoDelay() {
    return this;
  }
  setKeepAlive() {
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  override _read() {}
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    const copy = new Uint8Array(chunk);
    this.worker.postMessage(copy, [copy.buffer]);
    done();
  }
  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this._write(Buffer.concat(chunks.map((entry) => entry.chunk)), "buffer", done);
  }
}

/** Ms for the first answer of a database that is open: a damaged one may give none. */
const CONNECT_MS = 30_000;

/** Ms to open a folder, recovery and a slow disk included: of a damaged one PGlite may never say that it cannot. */
const OPEN_MS = 180_000;

/** PGlite in one worker thread, and the connection to it. It lives until it is closed or the worker crashes. */
export class EmbeddedSession {
  private closing = false;
  private readonly exited: Promise<void>;

  private constructor(
    private readonly worker: Worker,
    readonly client: pg.Client,
  ) {
    this.exited = new Promise((resolve) => worker.once("exit", () => resolve()));
  }

  /** @throws what PGlite says of a folder it cannot open */
  static async open(dataDir: string, template?: Uint8Array): Promise<EmbeddedSession> {
    const script = createRequire(import.meta.url).resolve("@tessera/service-kit/pglite-worker");
    const worker = new Worker(script, { workerData: { dataDir, template } });
    worker.setMaxListeners(0);
    const timer = setTimeout(() => void worker.terminate(), OPEN_MS);
    await new Promise<void>((ready, failed) => {
      worker.once("message", () => ready());
      worker.once("error", failed);
      worker.once("exit", () => failed(new Error("The embedded database ended while it was opened")));
    }).finally(() => clearTimeout(timer));
    const socket = new WorkerSocket(worker);
    const client = new pg.Client({
      stream: () => socket as never,
      user: "postgres",
      database: "postgres",
      password: "-",
      connectionTimeoutMillis: CONNECT_MS,
    });
    client.on("error", () => undefined); // "crash" says it
    const session = new EmbeddedSession(worker, client);
    session.onCrash(() => socket.destroy(new Error("Connection terminated unexpectedly")));
    try {
      await client.connect();
    } catch (error) {
      session.closing = true;
      await worker.terminate();
      throw error;
    }
    return session;
  }

  onNotification(listener: (notification: pg.Notification) => void): void {
    this.client.on("notification", listener);
  }

  /** Called once, with the reason, when the worker ends without having been closed. */
  onCrash(listener: (reason: Error) => void): void {
    let reason: Error | null = null;
    this.worker.on("error", (error) => {
      reason = new Error((error as Error).message);
    });
    this.worker.once("exit", () => {
      if (!this.closing) listener(reason ?? new Error("The embedded database ended"));
    });
  }

  dump(): Promise<Uint8Array> {
    return new Promise((resolve) => {
      const take = (message: unknown) => {
        if (message === null || typeof message !== "object" || !("dump" in message)) return;
        this.worker.off("message", take);
        resolve(message.dump as Uint8Array);
      };
      this.worker.on("message", take);
      this.worker.postMessage("dump");
    });
  }

  async close(): Promise<void> {
    this.closing = true;
    this.worker.postMessage("close");
    await this.exited;
  }
}
