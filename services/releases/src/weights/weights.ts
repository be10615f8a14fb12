import { Injectable } from "@nestjs/common";
import { appNotFound, overBudget as overBudgetProblem } from "@tessera/contracts-releases/problems.ts";
import { ALL_APPS } from "@tessera/contracts-releases/schedule-words.ts";
import type { BudgetList, ReleaseWeight, WeightBudget } from "@tessera/contracts-releases/weight.ts";
import type { Release } from "@tessera/federation/composition.ts";
import { Database, Log, problem } from "@tessera/service-kit";
import { AppStore } from "../apps/app.store.ts";
import { kindOf } from "../apps/release-check.ts";
import { type Actor, Audit } from "../audit.ts";
import { contentsOf, ReleaseFiles } from "../files/release-files.ts";
import { overBudget, overWords, type WeighedFile, weighable, weighed, weightOf } from "./weigh.ts";
import { WeightStore } from "./weight.store.ts";

/** About a quarter more than the shell and the largest remote weigh; decisions/013. In bytes as sent. */
export const DEFAULT_BUDGET = {
  shell: { firstLoad: 400_000, total: 1_900_000 },
  remote: { firstLoad: 120_000, total: 500_000 },
} as const satisfies BudgetList["default"];
/** Releases of before that are weighed in one go. */
const BATCH = 200;

/** Weighs releases by the files that are stored, and keeps heavy ones from being published. */
@Injectable()
export class Weights {
  constructor(
    private readonly store: WeightStore,
    private readonly files: ReleaseFiles,
    private readonly apps: AppStore,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly log: Log,
  ) {}

  /** Of files that are all here. @throws FileNotFound */
  async weigh(release: Release): Promise<WeighedFile[]> {
    const contents = contentsOf({ files: weighable(release) });
    const sizes = await Promise.all(
      contents.map(async (content) => [content.integrity, await this.files.sentBytes(content)] as const),
    );
    return weighed(release, new Map(sizes));
  }

  /** @throws ProblemException 422 `over_budget`, naming by how much and which files */
  async requireWithin({ app }: Release, files: WeighedFile[]): Promise<void> {
    const kind = kindOf(app);
    const budget = await this.store.budgetOf(kind === "shell" ? [app] : [app, ALL_APPS]);
    const over = overBudget(files, budget ?? DEFAULT_BUDGET[kind]);
    if (over.length) throw problem(overBudgetProblem, { app, reasons: over.map(overWords).join("; ") }, { over });
  }

  async keep({ app, id }: Release, files: WeighedFile[]): Promise<ReleaseWeight> {
    const weight = weightOf(files);
    await this.store.keep(app, id, weight);
    return weight;
  }

  /** Releases of before they were weighed when they were published. */
  async weighEarlier(): Promise<void> {
    for (const release of await this.store.unweighed(BATCH)) {
      try {
        await this.keep(release, await this.weigh(release));
      } catch (error) {
        this.log.warn({ err: error, app: release.app, release: release.id }, "releases: it could not be weighed");
      }
    }
  }

  async budgets(): Promise<BudgetList> {
    return { default: DEFAULT_BUDGET, items: await this.store.budgets() };
  }

  /** @param app a name, or `*` for all remotes @throws ProblemException 404 `app_not_found` */
  setBudget(app: string, budget: WeightBudget, by: Actor): Promise<void> {
    return this.database.system(async () => {
      if (app !== ALL_APPS && !(await this.apps.list()).some(({ name }) => name === app))
        throw problem(appNotFound, { app });
      await this.store.setBudget(app, budget);
      const detail = `first view ${budget.firstLoad} bytes, all ${budget.total} bytes`;
      await this.audit.write({ app, actor: by, action: "budget_changed", detail });
    });
  }

  /** A remote then has the budget of all remotes, else the default. */
  clearBudget(app: string, by: Actor): Promise<void> {
    return this.database.system(async () => {
      if (await this.store.deleteBudget(app)) await this.audit.write({ app, actor: by, action: "budget_removed" });
    });
  }
}
