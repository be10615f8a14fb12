import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { Content } from "./release-files.ts";

/** Files of the releases that can be loaded. */
const NAMED = sql`select file ->> 'integrity' from releases.release, jsonb_array_elements(document -> 'files') file where removed_at is null`;

/** Which contents are announced, and which are named by anybody. */
@Injectable()
export class UploadStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps what was announced from clean-up from now on. @returns bytes that the app has announced and no release names,
   * these among them; each content counts as a block of a disk at least, so that the rows have a bound too
   */
  announce(app: string, contents: Content[]): Promise<number> {
    return this.database.system(async (tx) => {
      // One announcement of an app after the other: each sees what the others made of the sum.
      await tx.execute(sql`select from releases.app where name = ${app} for update`);
      await tx.execute(sql`
        insert into releases.upload (app, integrity, bytes, compressed, at)
        select ${app}, integrity, bytes, compressed, ${this.clock.now().toISOString()}
        from jsonb_to_recordset(${JSON.stringify(contents)}::jsonb) as content (integrity text, bytes bigint, compressed boolean)
        on conflict (app, integrity) do update set at = excluded.at, compressed = upload.compressed or excluded.compressed`);
      const { rows } = await tx.execute<{ bytes: string }>(
        sql`select coalesce(sum(greatest(bytes, 4096)), 0)::text as bytes from releases.upload where app = ${app} and integrity not in (${NAMED})`,
      );
      return Number(rows[0]!.bytes);
    });
  }

  announced(app: string, integrity: string): Promise<Content | null> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ bytes: string; compressed: boolean }>(
        sql`select bytes::text as bytes, compressed from releases.upload where app = ${app} and integrity = ${integrity}`,
      );
      return rows[0] ? { integrity, bytes: Number(rows[0].bytes), compressed: rows[0].compressed } : null;
    });
  }

  /** A release names them from now on. */
  async settle(app: string, contents: Content[]): Promise<void> {
    const integrities = JSON.stringify(contents.map(({ integrity }) => integrity));
    await this.database.system((tx) =>
      tx.execute(
        sql`delete from releases.upload where app = ${app} and integrity in (select jsonb_array_elements_text(${integrities}::jsonb))`,
      ),
    );
  }

  async forgetBefore(since: Date): Promise<void> {
    await this.database.system((tx) => tx.execute(sql`delete from releases.upload where at < ${since.toISOString()}`));
  }

  /** Of these, what no release that can be loaded names and nobody announced. */
  unnamed(integrities: string[]): Promise<string[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ integrity: string }>(sql`
        select jsonb_array_elements_text(${JSON.stringify(integrities)}::jsonb) as integrity
        except (${NAMED}) except select integrity from releases.upload`);
      return rows.map(({ integrity }) => integrity);
    });
  }
}
