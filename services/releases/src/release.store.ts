import { Injectable } from "@nestjs/common";
import type { Release } from "@tessera/federation/composition.ts";
import { Clock, Database } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";

export interface PublishedRelease {
  release: Release;
  publishedAt: string;
  publishedBy: string;
}

interface Row extends Record<string, unknown> {
  document: Release;
  published_at: string | Date;
  published_by: string;
}

const published = (row: Row): PublishedRelease => ({
  release: row.document,
  publishedAt: new Date(row.published_at).toISOString(),
  publishedBy: row.published_by,
});

@Injectable()
export class ReleaseStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Release id that is stable, by app. */
  stable(): Promise<Map<string, string>> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ name: string; stable: string }>(
        sql`select name, stable from releases.app where stable is not null order by name`,
      );
      return new Map(rows.map((row) => [row.name, row.stable]));
    });
  }

  /** One that can be loaded. */
  async find(app: string, id: string): Promise<PublishedRelease | null> {
    return this.one(sql`app = ${app} and id = ${id} and removed_at is null`);
  }

  /** Also one whose files were removed: its id stands for them still. */
  async known(app: string, id: string): Promise<PublishedRelease | null> {
    return this.one(sql`app = ${app} and id = ${id}`);
  }

  private one(condition: SQL): Promise<PublishedRelease | null> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Row>(sql`select document, published_at, published_by from releases.release where ${condition}`);
      return rows[0] ? published(rows[0]) : null;
    });
  }

  /** Newest first. */
  list(app: string): Promise<PublishedRelease[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Row>(
        sql`select document, published_at, published_by from releases.release where app = ${app} and removed_at is null
          order by published_at desc, id limit 200`,
      );
      return rows.map(published);
    });
  }

  /** Ids of the releases published before `id`, newest first: what a page may fall back to. */
  before(app: string, id: string): Promise<string[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select older.id from releases.release older join releases.release current on current.app = older.app and current.id = ${id}
        where older.app = ${app} and older.removed_at is null and older.published_at < current.published_at and not exists (
          select from releases.rollout withdrawn where withdrawn.app = older.app and withdrawn.candidate = older.id and withdrawn.state = 'aborted')
        order by older.published_at desc limit 5`);
      return rows.map((row) => row.id);
    });
  }

  build(id: string): Promise<{ releases: Record<string, string>; fallbacks: Record<string, string> | null } | null> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ releases: Record<string, string>; fallbacks: Record<string, string> | null }>(
        sql`select releases, fallbacks from releases.build where id = ${id}`,
      );
      return rows[0] ?? null;
    });
  }

  /** Keeps what a composition is made of, so that it can be told again; what is known stays as it was first given. */
  async handedOut(id: string, releases: Record<string, string>, fallbacks: Record<string, string>): Promise<void> {
    const now = this.clock.now().toISOString();
    await this.database.system((tx) =>
      tx.execute(sql`
        insert into releases.build (id, releases, fallbacks, created_at, used_at)
        values (${id}, ${JSON.stringify(releases)}::jsonb, ${JSON.stringify(fallbacks)}::jsonb, ${now}, ${now})
        on conflict (id) do update set fallbacks = coalesce(releases.build.fallbacks, excluded.fallbacks), used_at = excluded.used_at`),
    );
  }

  /** False when the registry has it already; one that was removed is there again. */
  insert(release: Release, by: string): Promise<boolean> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute(sql`
        insert into releases.release (app, id, document, published_at, published_by)
        values (${release.app}, ${release.id}, ${JSON.stringify(release)}::jsonb, ${this.clock.now().toISOString()}, ${by})
        on conflict (app, id) do update set removed_at = null where release.removed_at is not null
          and release.document -> 'files' = excluded.document -> 'files' returning id`);
      return rows.length > 0;
    });
  }

  /** The build of this machine that was last offered, by app. */
  localBuilds(): Promise<Map<string, string>> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ name: string; local_build: string }>(
        sql`select name, local_build from releases.app where local_build is not null`,
      );
      return new Map(rows.map((row) => [row.name, row.local_build]));
    });
  }

  async setLocalBuild(app: string, id: string): Promise<void> {
    await this.database.system((tx) => tx.execute(sql`update releases.app set local_build = ${id} where name = ${app}`));
  }
}
