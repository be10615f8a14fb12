import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import pg from "pg";

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

/**
 * `pg.Pool` look-alike over the one session of PGlite in a worker thread: leases are handed out first come, first served.
 * PGlite does not lock its folder: the caller holds the data lock (data-lock.ts).
 */
export class EmbeddedPool extends EventEmitter {
  readonly options = { max: 1 };
  private tail: Promise<void> = Promise.resolve();
  private constructor(
    private readonly worker: Worker,
    private readonly client: pg.Client,
  ) {
    super();
    client.on("notification", (notification) => this.emit("notification", notification));
    client.on("error", (error) => this.emit("error", error));
    worker.on("error", (error) => this.emit("error", error));
  }

  /** @param dataDir folder of the database, or "memory://" @param template a data folder as `dump` gave it, to start from */
  static async open(dataDir: string, template?: Uint8Array): Promise<EmbeddedPool> {
    const script = createRequire(import.meta.url).resolve("@tessera/service-kit/pglite-worker");
    const worker = new Worker(script, { workerData: { dataDir, template } });
    worker.setMaxListeners(0);
    await new Promise<void>((ready, failed) => {
      worker.once("message", () => ready());
      worker.once("error", failed);
    });
    const client = new pg.Client({
      stream: () => new WorkerSocket(worker) as never,
      user: "postgres",
      database: "postgres",
      password: "-",
    });
    await client.connect();
    return new EmbeddedPool(worker, client);
  }

  private async lock(): Promise<() => void> {
    let unlock!: () => void;
    const previous = this.tail;
    this.tail = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    await previous;
    return unlock;
  }

  /** A lease on the session; an open transaction is rolled back when it is given back. */
  async connect(): Promise<pg.PoolClient> {
    const unlock = await this.lock();
    const client = this.client;
    let released = false;
    let inTransaction = false;
    const query = (...args: unknown[]) => {
      const text = typeof args[0] === "string" ? args[0] : (args[0] as { text: string }).text;
      if (/^\s*begin/i.test(text)) inTransaction = true;
      else if (/^\s*(commit|rollback)\s*;?\s*$/i.test(text)) inTransaction = false;
      return (client.query as (...all: unknown[]) => unknown)(...args);
    };
    const release = () => {
      if (released) return;
      released = true;
      if (inTransaction) client.query("rollback").then(unlock, unlock);
      else unlock();
    };
    return Object.create(client, { query: { value: query }, release: { value: release } });
  }

  async query(...args: unknown[]): Promise<unknown> {
    const unlock = await this.lock();
    try {
      return await (this.client.query as (...all: unknown[]) => Promise<unknown>)(...args);
    } finally {
      unlock();
    }
  }

  /** The whole database as a tar file, to open copies from. */
  async dump(): Promise<Uint8Array> {
    const unlock = await this.lock();
    try {
      return await new Promise((resolve) => {
        const take = (message: unknown) => {
          if (message === null || typeof message !== "object" || !("dump" in message)) return;
          this.worker.off("message", take);
          resolve(message.dump as Uint8Array);
        };
        this.worker.on("message", take);
        this.worker.postMessage("dump");
      });
    } finally {
      unlock();
    }
  }

  async end(): Promise<void> {
    const unlock = await this.lock();
    const exited = new Promise<void>((resolve) => this.worker.once("exit", () => resolve()));
    this.worker.postMessage("close");
    await exited;
    unlock();
  }
}
