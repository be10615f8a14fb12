import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { DatabaseError, isStorageFull } from "./database-error.ts";
import { EmbeddedSession } from "./embedded-session.ts";
import { Lease, sender } from "./lease.ts";
import { type Pool, WAIT_MS } from "./pool.ts";
import { Turns } from "./turns.ts";

/** Ms between two tries to open the database again, a full disk being the likely reason for more than one. */
const REOPEN_MS = 1_000;

/** Bytes that PostgreSQL needs at the least to recover, about. */
const ROOM = 1024 * 1024;

/** PGlite does not say why it cannot open a folder. */
function isDiskFull(folder: string): boolean {
  const probe = join(folder, ".room");
  try {
    writeFileSync(probe, randomBytes(ROOM));
    return false;
  } catch (error) {
    return isStorageFull(error);
  } finally {
    rmSync(probe, { force: true });
  }
}

/**
 * Pool over the one session of PGlite in a worker thread: leases go to people first, then to jobs (turns.ts). When the
 * worker crashes, what was in progress fails as on a lost connection, and the folder is opened again: PostgreSQL
 * recovers what was committed. A database in memory is gone with its worker.
 *
 * Emits `notification`, `crashed` with the reason, and `reopened`.
 * PGlite does not lock its folder: the caller holds the data lock (data-lock.ts).
 */
export class EmbeddedPool extends EventEmitter implements Pool {
  private readonly turns = new Turns();
  private session: EmbeddedSession | null = null;
  private crashedAt = 0;
  private ending = false;
  /** Why it cannot be opened again, since it could not. */
  private trouble: DatabaseError | null = null;
  private readonly channels = new Set<string>();

  private constructor(
    private readonly dataDir: string,
    private readonly template?: Uint8Array,
  ) {
    super();
    this.setMaxListeners(0);
  }

  /**
   * @param dataDir folder of the database, or "memory://"
   * @param template a data folder as `dump` gave it, to start from
   */
  static async open(dataDir: string, template?: Uint8Array): Promise<EmbeddedPool> {
    const pool = new EmbeddedPool(dataDir, template);
    await pool.start();
    return pool;
  }

  /** A lease on the session. @throws DatabaseError `unavailable` while the database is being opened again */
  connect(): Promise<Lease> {
    return this.lease(false);
  }

  async query(...args: unknown[]) {
    const lease = await this.lease(true);
    try {
      return await lease.query(...args);
    } finally {
      lease.release();
    }
  }

  /** Has notifications of the channel emitted, also after a crash. */
  async listen(channel: string): Promise<void> {
    this.channels.add(channel);
    await this.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  /** The whole database as a tar file, to open copies from. */
  async dump(): Promise<Uint8Array> {
    const unlock = await this.turns.take();
    try {
      return await (await this.current()).dump();
    } finally {
      unlock();
    }
  }

  async end(): Promise<void> {
    const unlock = await this.turns.take();
    this.ending = true;
    await this.session?.close();
    unlock();
  }

  private async start(): Promise<void> {
    const session = await EmbeddedSession.open(this.dataDir, this.template);
    session.onNotification((notification) => this.emit("notification", notification));
    session.onCrash((reason) => {
      if (this.session !== session || this.ending) return;
      this.session = null;
      this.crashedAt = performance.now();
      this.emit("crashed", reason);
      if (!this.dataDir.startsWith("memory:")) void this.reopen();
    });
    if (this.ending) return session.close();
    for (const channel of this.channels) await session.client.query(`listen ${pg.escapeIdentifier(channel)}`);
    this.session = session;
  }

  private async reopen(): Promise<void> {
    while (!this.ending) {
      try {
        await this.start();
        this.trouble = null;
        this.emit("reopened");
        return;
      } catch {
        this.trouble = new DatabaseError({
          kind: isDiskFull(this.dataDir) ? "storage_full" : "unavailable",
          operation: "connect",
        });
        await wait(REOPEN_MS);
      }
    }
  }

  /** The session; all who ask after a crash wait together for it to be opened again. */
  private async current(): Promise<EmbeddedSession> {
    const patience = this.crashedAt + WAIT_MS - performance.now();
    if (!this.session && !this.ending && patience > 0)
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.off("reopened", done);
          resolve();
        };
        const timer = setTimeout(done, patience);
        this.once("reopened", done);
      });
    if (!this.session) throw this.trouble ?? new DatabaseError({ kind: "unavailable", operation: "connect" });
    return this.session;
  }

  private async lease(isAlone: boolean): Promise<Lease> {
    const unlock = await this.turns.take();
    try {
      const { client } = await this.current();
      // A transaction that was left open must not become the next one's.
      const giveBack = () => {
        if (client.getTransactionStatus() === "I") unlock();
        else client.query("rollback").then(unlock, unlock);
      };
      return new Lease(sender(client, true), giveBack, isAlone);
    } catch (error) {
      unlock();
      throw error;
    }
  }
}
