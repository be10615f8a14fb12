import { Injectable } from "@nestjs/common";
import type { ReleaseWeight } from "@tessera/contracts-releases/weight.ts";
import type { Release } from "@tessera/federation/composition.ts";
import { Clock, Database } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";

export interface PublishedRelease {
  release: Release;
  number: number;
  publishedAt: string;
  publishedBy: string;
  withdrawn: Withdrawal | null;
  /** Null while it was not weighed. */
  weight: ReleaseWeight | null;
}

/** That a release was aborted or rolled back. */
export interface Withdrawal {
  at: string;
  by: string;
  reason: string;
}

interface Row extends Record<string, unknown> {
  document: Release;
  number: number;
  published_at: string | Date;
  published_by: string;
  withdrawn_at: string | Date | null;
  withdrawn_by: string;
  withdrawn_reason: string;
  first_load: string | null;
  total: string;
}

const published = (row: Row): PublishedRelease => ({
  release: row.document,
  number: row.number,
  publishedAt: new Date(row.published_at).toISOString(),
  publishedBy: row.published_by,
  withdrawn:
    row.withdrawn_at === null
      ? null
      : { at: new Date(row.withdrawn_at).toISOString(), by: row.withdrawn_by, reason: row.withdrawn_reason },
  weight: row.first_load === null ? null : { firstLoad: Number(row.first_load), total: Number(row.total) },
});

const SELECT = sql`
  select document, number, published_at, published_by, withdrawal.at as withdrawn_at, withdrawal.by as withdrawn_by,
    withdrawal.reason as withdrawn_reason, first_load::text, total::text
  from releases.release left join releases.withdrawal on withdrawal.app = release.app and withdrawal.release = release.id
    left join releases.weight on weight.app = release.app and weight.release = release.id`;

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
    return this.one(sql`release.app = ${app} and id = ${id} and removed_at is null`);
  }

  /** Also one whose files were removed: its id stands for them still. */
  async known(app: string, id: string): Promise<PublishedRelease | null> {
    return this.one(sql`release.app = ${app} and id = ${id}`);
  }

  private one(condition: SQL): Promise<PublishedRelease | null> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Row>(sql`${SELECT} where ${condition}`);
      return rows[0] ? published(rows[0]) : null;
    });
  }

  /** Places that a content has in releases of an app that can be loaded. */
  pathsOf(app: string, integrity: string): Promise<string[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ path: string }>(sql`
        select distinct file ->> 'path' as path from releases.release, jsonb_array_elements(document -> 'files') as file
        where app = ${app} and removed_at is null and document -> 'files' @> ${JSON.stringify([{ integrity }])}::jsonb
          and file ->> 'integrity' = ${integrity}`);
      return rows.map(({ path }) => path);
    });
  }

  /** Newest first, at most 200. */
  list(app: string): Promise<PublishedRelease[]> {
    return this.select(sql`release.app = ${app} and removed_at is null order by number desc limit 200`);
  }

  /** By number, else all of one version, those that were not withdrawn first. */
  called(app: string, { version, number }: { version: string; number: number | null }): Promise<PublishedRelease[]> {
    const wanted = number === null ? sql`document ->> 'version' = ${version}` : sql`number = ${number}::int`;
    return this.select(
      sql`release.app = ${app} and removed_at is null and ${wanted} order by withdrawal.at is not null, number desc limit 10`,
    );
  }

  private select(condition: SQL): Promise<PublishedRelease[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Row>(sql`${SELECT} where ${condition}`);
      return rows.map(published);
    });
  }

  /** From now on the release comes back only where somebody says so. */
  async withdraw(app: string, id: string, by: string, reason: string): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`insert into releases.withdrawal (app, release, at, by, reason)
        values (${app}, ${id}, ${this.clock.now().toISOString()}, ${by}, ${reason})
        on conflict (app, release) do update set at = excluded.at, by = excluded.by, reason = excluded.reason`),
    );
  }

  async takeBackWithdrawal(app: string, id: string): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`delete from releases.withdrawal where app = ${app} and release = ${id}`),
    );
  }

  /** Ids of the other releases that everybody had and nobody withdrew, last first: what a page may fall back to. */
  served(app: string, id: string): Promise<string[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ release: string }>(sql`
        select entry.release from releases.audit entry join releases.release on release.app = entry.app and release.id = entry.release
        where entry.app = ${app} and entry.release <> ${id} and action in ('made_stable', 'rollout_promoted', 'rolled_back')
          and removed_at is null
          and not exists (select from releases.withdrawal where withdrawal.app = entry.app and withdrawal.release = entry.release)
        group by entry.release order by max(entry.id) desc limit 5`);
      return rows.map(({ release }) => release);
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

  /** Keeps what a composition is made of, so that it can be shown again; what is known stays as it was first given. */
  async handedOut(id: string, releases: Record<string, string>, fallbacks: Record<string, string>): Promise<void> {
    const now = this.clock.now().toISOString();
    await this.database.system((tx) =>
      tx.execute(sql`
        insert into releases.build (id, releases, fallbacks, created_at, used_at)
        values (${id}, ${JSON.stringify(releases)}::jsonb, ${JSON.stringify(fallbacks)}::jsonb, ${now}, ${now})
        on conflict (id) do update set fallbacks = coalesce(releases.build.fallbacks, excluded.fallbacks), used_at = excluded.used_at`),
    );
  }

  /** Within a change: false when the registry has it already; one that was removed is there again. */
  insert(release: Release, by: string): Promise<boolean> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute(sql`
        insert into releases.release (app, id, document, published_at, published_by, number)
        values (${release.app}, ${release.id}, ${JSON.stringify(release)}::jsonb, ${this.clock.now().toISOString()}, ${by},
          (select coalesce(max(number), 0) + 1 from releases.release where app = ${release.app}))
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
    await this.database.system((tx) =>
      tx.execute(sql`update releases.app set local_build = ${id} where name = ${app}`),
    );
  }
}
