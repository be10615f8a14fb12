import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isStorageFull } from "./database-error.ts";
import type { Pool } from "./pool.ts";

/** Ms for which a check of a full disk holds: everybody may ask for a process's health. */
const CHECK_EVERY_MS = 2_000;
/** Bytes that must fit for a disk to count as not full, on the disk of files and on the database's. */
const ROOM = 256 * 1024;

/** Whether the database answers, and whether there is room to write after something failed for want of it. */
export class Health {
  private full: unknown = null;
  private checking: Promise<void> | null = null;
  private checkedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly pool: Pool,
    private readonly dataDir: string,
  ) {}

  /** Notified of every failed request and job; remembers a full disk. */
  note(error: unknown): void {
    if (isStorageFull(error)) this.full ??= error;
  }

  /** @throws DatabaseError when the database is away; the error of a full disk until there is room again */
  async check(): Promise<void> {
    await this.pool.query("select 1");
    if (!this.full) return;
    if (!this.checking && performance.now() - this.checkedAt > CHECK_EVERY_MS)
      this.checking = this.tryToWrite().finally(() => {
        this.checkedAt = performance.now();
        this.checking = null;
      });
    await this.checking;
    if (this.full) throw this.full;
  }

  private async tryToWrite(): Promise<void> {
    try {
      await this.writeRows();
      await this.writeFile();
      this.full = null;
    } catch (error) {
      if (isStorageFull(error)) this.full = error;
    }
  }

  /** Rows of a table that is never committed: the database has to find room for them all the same. */
  private async writeRows(): Promise<void> {
    const lease = await this.pool.connect();
    try {
      await lease.query("begin");
      await lease.query(
        `create table kit.room as select md5(n::text) as filler from generate_series(1, ${ROOM / 64}) n`,
      );
    } finally {
      await lease.query("rollback").catch(() => undefined);
      lease.release();
    }
  }

  private async writeFile(): Promise<void> {
    const file = join(this.dataDir, `.room-${randomUUID()}`);
    await mkdir(this.dataDir, { recursive: true });
    try {
      await writeFile(file, randomBytes(ROOM), { mode: 0o600 });
    } finally {
      await rm(file, { force: true });
    }
  }
}
