import { Injectable } from "@nestjs/common";
import { ALL_APPS } from "@tessera/contracts-releases/schedule-words.ts";
import type { ReleaseWeight, WeightBudget } from "@tessera/contracts-releases/weight.ts";
import type { Release } from "@tessera/federation/composition.ts";
import { Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

interface BudgetRow extends Record<string, unknown> {
  app: string;
  firstLoad: string;
  total: string;
}
const COLUMNS = sql`app, first_load::text as "firstLoad", total::text as total`;
const budget = ({ firstLoad, total }: BudgetRow): WeightBudget => ({
  firstLoad: Number(firstLoad),
  total: Number(total),
});

/** What releases weigh, and what they may. */
@Injectable()
export class WeightStore {
  constructor(private readonly database: Database) {}

  async keep(app: string, release: string, { firstLoad, total }: ReleaseWeight): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`insert into releases.weight (app, release, first_load, total)
        values (${app}, ${release}, ${firstLoad}, ${total}) on conflict do nothing`),
    );
  }

  /** Releases that can be loaded and were not weighed, newest first. */
  async unweighed(limit: number): Promise<Release[]> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<{ document: Release }>(sql`
        select document from releases.release where removed_at is null
          and not exists (select from releases.weight where weight.app = release.app and weight.release = release.id)
        order by published_at desc limit ${limit}`),
    );
    return rows.map(({ document }) => document);
  }

  /** That of all remotes first. */
  async budgets(): Promise<{ app: string; budget: WeightBudget }[]> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<BudgetRow>(sql`select ${COLUMNS} from releases.budget order by app <> ${ALL_APPS}, app`),
    );
    return rows.map((row) => ({ app: row.app, budget: budget(row) }));
  }

  /** The first of these apps that has one, in this order; null when none has. */
  async budgetOf(apps: string[]): Promise<WeightBudget | null> {
    const known = await this.budgets();
    const found = apps.map((name) => known.find(({ app }) => app === name)).find(Boolean);
    return found?.budget ?? null;
  }

  async setBudget(app: string, { firstLoad, total }: WeightBudget): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`insert into releases.budget (app, first_load, total) values (${app}, ${firstLoad}, ${total})
        on conflict (app) do update set first_load = excluded.first_load, total = excluded.total`),
    );
  }

  /** False when there was none. */
  async deleteBudget(app: string): Promise<boolean> {
    const { rows } = await this.database.system((tx) =>
      tx.execute(sql`delete from releases.budget where app = ${app} returning app`),
    );
    return rows.length > 0;
  }
}
