import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";

export interface PreviewRow extends Record<string, unknown> {
  id: string;
  app: string;
  branch: string | null;
  /** Id of the release it shows now; null when there is none that can be loaded. */
  release: string | null;
  version: string;
  number: number;
  createdAt: string | Date;
  createdBy: string;
  expiresAt: string | Date;
}

export type NewRow = Pick<PreviewRow, "id" | "app" | "branch" | "release" | "createdBy"> & {
  createdById: string | null;
  expiresAt: Date;
};

/** How long the newest release of a branch is remembered, ms: as long as a preview link may last. */
const BRANCH_KEPT_MS = 90 * 24 * 3600 * 1000;

@Injectable()
export class PreviewStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async insert({ id, app, branch, release, createdBy, createdById, expiresAt }: NewRow): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`
        insert into releases.preview (id, app, branch, release, created_at, created_by, created_by_id, expires_at)
        values (${id}, ${app}, ${branch}, ${release}, ${this.now()}, ${createdBy}, ${createdById},
          ${expiresAt.toISOString()})`),
    );
  }

  /** Those of an app, or of all, newest first. */
  list(app: string | null): Promise<PreviewRow[]> {
    return this.select(sql`(${app}::text is null or preview.app = ${app})`);
  }

  of(ids: string[]): Promise<PreviewRow[]> {
    return this.select(sql`preview.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`);
  }

  /** False when there was none. */
  async delete(app: string, id: string): Promise<boolean> {
    const { rows } = await this.database.system((tx) =>
      tx.execute(sql`delete from releases.preview where app = ${app} and id = ${id} returning id`),
    );
    return rows.length > 0;
  }

  /** The newest release of a branch is this one from now on. */
  async setBranch(app: string, branch: string, release: string): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`insert into releases.branch (app, branch, release, at)
        values (${app}, ${branch}, ${release}, ${this.now()})
        on conflict (app, branch) do update set release = excluded.release, at = excluded.at`),
    );
  }

  async branchExists(app: string, branch: string): Promise<boolean> {
    const { rows } = await this.database.system((tx) =>
      tx.execute(sql`select from releases.branch where app = ${app} and branch = ${branch}`),
    );
    return rows.length > 0;
  }

  /** Links that have ended, and branches that nobody published from for long. */
  async sweep(): Promise<void> {
    const old = new Date(this.clock.now().getTime() - BRANCH_KEPT_MS).toISOString();
    await this.database.system(async (tx) => {
      await tx.execute(sql`delete from releases.preview where expires_at <= ${this.now()}`);
      await tx.execute(sql`delete from releases.branch where at < ${old}`);
    });
  }

  private async select(condition: SQL): Promise<PreviewRow[]> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<PreviewRow>(sql`
        select preview.id, preview.app, preview.branch, known.id as release, known.document ->> 'version' as version,
          known.number, created_at as "createdAt", created_by as "createdBy", expires_at as "expiresAt"
        from releases.preview
        left join releases.branch on branch.app = preview.app and branch.branch = preview.branch
        left join releases.release known on known.app = preview.app and known.removed_at is null
          and known.id = coalesce(preview.release, branch.release)
        where ${condition} and expires_at > ${this.now()} order by created_at desc, preview.id limit 500`),
    );
    return rows;
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}
