import { Injectable } from "@nestjs/common";
import type {
  Category,
  CategoryChanged,
  CategoryList,
  CategoryPatch,
  NewCategory,
} from "@tessera/contracts-finance/categories.ts";
import { MAX_CATEGORIES, MAX_CATEGORY_DEPTH } from "@tessera/contracts-finance/limits.ts";
import {
  categoryNotFound,
  categoryTooDeep,
  nameTaken,
  tooManyCategories,
} from "@tessera/contracts-finance/problems.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { Acts } from "../acts/acts.ts";
import { checkVersion } from "../http/if-match.ts";
import { fitsInTree } from "./category-tree.ts";

interface CategoryRow extends Record<string, unknown> {
  id: string;
  name: string;
  parent_id: string | null;
  income: boolean;
  version: number;
  splits: number;
}

const categoryRows = (condition: SQL): SQL => sql`
  select c.id, c.name, c.parent_id, c.income, c.version,
    (select count(*) from finance.split s where s.user_id = c.user_id and s.category_id = c.id)::int as splits
  from finance.category c where ${condition} order by lower(c.name), c.id`;

const shown = ({ id, name, parent_id, income, splits, version }: CategoryRow): Category => ({
  ...{ id, name, parentId: parent_id, income, splits, version },
});

@Injectable()
export class CategoriesService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller): Promise<CategoryList> {
    const { rows } = await this.database.read<CategoryRow>(caller, categoryRows(sql`c.user_id = ${caller.userId}`));
    return { items: rows.map(shown) };
  }

  /** @throws ProblemException 400 `category_too_deep`, 404, 409 `name_taken`, `too_many_categories` */
  async create(caller: Caller, { name, parentId, income }: z.output<typeof NewCategory>): Promise<CategoryChanged> {
    return this.acts.run(caller, "category", `Add the category ${name}`, async (tx) => {
      const all = await this.all(tx, caller);
      if (all.length >= MAX_CATEGORIES) throw problem(tooManyCategories, { limit: MAX_CATEGORIES });
      check(all, { id: null, name, parentId });
      const id = await insertCategory(tx, caller.userId, name, parentId, this.clock.now());
      if (income) await tx.execute(sql`update finance.category set income = true where id = ${id}`);
      return { category: shown(await this.row(tx, id)) };
    });
  }

  /** @throws ProblemException 400 `category_too_deep`, 404, 409 `name_taken`, 412 `version_conflict` */
  async change(caller: Caller, id: string, version: number | "any", patch: CategoryPatch): Promise<CategoryChanged> {
    return this.acts.run(caller, "category", "Change a category", async (tx, act) => {
      const row = await this.row(tx, id);
      checkVersion(version, row.version);
      const next = { name: row.name, parentId: row.parent_id, income: row.income, ...patch };
      check(await this.all(tx, caller), { id, ...next });
      await tx.execute(sql`
        update finance.category set name = ${next.name}, parent_id = ${next.parentId}, income = ${next.income}
        where id = ${id}`);
      await this.acts.name(tx, act, `Change the category ${next.name}`);
      return { category: shown(await this.row(tx, id)) };
    });
  }

  /**
   * Parts of transactions that had it have none then; its children go one level up.
   * @throws ProblemException 404, 409 `name_taken` when a child's name is taken there, 412 `version_conflict`
   */
  async remove(caller: Caller, id: string, version: number | "any"): Promise<{ act: string }> {
    return this.acts.run(caller, "category", "Delete a category", async (tx, act) => {
      const row = await this.row(tx, id);
      checkVersion(version, row.version);
      const all = await this.all(tx, caller);
      for (const child of all.filter(({ parentId }) => parentId === id))
        check(all, { ...child, parentId: row.parent_id });
      await tx.execute(sql`
        update finance.transaction set version = version + 1 where id in (
          select transaction_id from finance.split where user_id = ${caller.userId} and category_id = ${id})`);
      await tx.execute(sql`
        update finance.split set category_id = null where user_id = ${caller.userId} and category_id = ${id}`);
      await tx.execute(sql`
        update finance.category set parent_id = ${row.parent_id}
        where user_id = ${caller.userId} and parent_id = ${id}`);
      await tx.execute(sql`delete from finance.category where id = ${id}`);
      await this.acts.name(tx, act, `Delete the category ${row.name}`);
      return {};
    });
  }

  private async all(tx: Tx, caller: Caller): Promise<Category[]> {
    const { rows } = await tx.execute<CategoryRow>(categoryRows(sql`c.user_id = ${caller.userId}`));
    return rows.map(shown);
  }

  private async row(tx: Tx, id: string): Promise<CategoryRow> {
    const { rows } = await tx.execute<CategoryRow>(categoryRows(sql`c.id = ${id}`));
    if (!rows[0]) throw problem(categoryNotFound);
    return rows[0];
  }
}

/** @returns its id */
export async function insertCategory(
  tx: Tx,
  userId: string,
  name: string,
  parentId: string | null,
  now: Date,
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into finance.category (user_id, name, parent_id, created_at)
    values (${userId}, ${name}, ${parentId}, ${now.toISOString()}) returning id`);
  return rows[0]!.id;
}

function check(all: Category[], wanted: { id: string | null; name: string; parentId: string | null }): void {
  const { id, name, parentId } = wanted;
  if (parentId !== null && !all.some((category) => category.id === parentId)) throw problem(categoryNotFound);
  if (!fitsInTree(all, id, parentId)) throw problem(categoryTooDeep, { depth: MAX_CATEGORY_DEPTH });
  const key = name.toLowerCase();
  if (all.some((one) => one.id !== id && one.parentId === parentId && one.name.toLowerCase() === key))
    throw problem(nameTaken, { thing: "category", name }, { errors: [{ path: "/name", message: "is taken" }] });
}
