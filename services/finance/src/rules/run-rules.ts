import { Injectable } from "@nestjs/common";
import type { RuleAction, RuleRan, RuleTarget } from "@tessera/contracts-finance/rules.ts";
import { compileRules, type Outcome, type Rule } from "@tessera/rules";
import { type Caller, Clock, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { Acts } from "../acts/acts.ts";
import { area, type Facts, readFacts } from "./facts.ts";
import { isPersonal, personalFields } from "./personal.ts";
import { ruleRow, runningRules } from "./rule-row.ts";
import { type Decided, writeOutcomes } from "./write-outcomes.ts";

/** Transactions that are read at once. */
const BATCH = 2000;

/** What a person or a file gave a new transaction: rules leave it. */
export type Given = ReadonlyMap<string, ReadonlySet<RuleTarget>>;

@Injectable()
export class RuleRuns {
  constructor(
    private readonly acts: Acts,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs all rules over the past, as one act. Values that a person set stay as they are.
   * @param only writes what this rule sets alone
   * @throws ProblemException 404 `rule_not_found`
   */
  async run(caller: Caller, only: string | null): Promise<RuleRan> {
    return this.acts.run(caller, "run", "Run all rules", async (tx, act) => {
      const name = only === null ? null : (await ruleRow(tx, only)).name;
      const run = compileRules(await runningRules(tx, caller.userId), area);
      let [changed, kept] = [0, 0];
      for await (const batch of batches(tx, caller.userId)) {
        const personal = await personalFields(tx, caller.userId, batch);
        const decided = batch.flatMap((facts) => {
          const outcome = pick(run(facts), ({ rule }) => only === null || rule === only);
          const left = without(facts, outcome, personal.get(facts.id)!);
          if (Object.keys(left.by).length < Object.keys(outcome.by).length) kept += 1;
          return Object.keys(left.by).length ? [left] : [];
        });
        changed += decided.length;
        await writeOutcomes(tx, { userId: caller.userId, act, now: this.clock.now() }, decided);
      }
      const count = `${changed} ${changed === 1 ? "transaction" : "transactions"}`;
      await this.acts.name(tx, act, `${name === null ? "Run all rules" : `Run the rule ${name}`}: ${count} changed`);
      return { changed, kept };
    });
  }

  /** Runs all rules over transactions that an act has just brought in. */
  async onNew(tx: Tx, userId: string, act: string, given: Given): Promise<void> {
    if (!given.size) return;
    const rules = await runningRules(tx, userId);
    if (!rules.length) return;
    const run = compileRules(rules, area);
    const ids = [...given.keys()];
    const all = await readFacts(
      tx,
      sql`t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
      ids.length,
    );
    const decided = all.flatMap((facts) => {
      const left = without(facts, run(facts), given.get(facts.id)!);
      return Object.keys(left.by).length ? [left] : [];
    });
    await writeOutcomes(tx, { userId, act, now: this.clock.now() }, decided);
  }
}

/** All transactions of a person that no statement locked, newest first. @param limit of them at most */
export async function* batches(tx: Tx, userId: string, limit = Number.POSITIVE_INFINITY): AsyncGenerator<Facts[]> {
  let after: SQL = sql``;
  for (let left = limit; left > 0; ) {
    const batch = await readFacts(
      tx,
      sql`t.user_id = ${userId} and t.state <> 'reconciled' ${after}`,
      Math.min(BATCH, left),
    );
    if (batch.length) yield batch;
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return;
    left -= batch.length;
    after = sql`and (t.date, t.id) < (${last.date}::date, ${last.id}::uuid)`;
  }
}

export const compiled = (rules: readonly Rule<RuleAction>[]) => compileRules(rules, area);

/** The fields that some rules set. */
function pick(outcome: Outcome<Facts>, wanted: (by: { rule: string }) => boolean): Outcome<Facts> {
  const names = (Object.keys(outcome.by) as (keyof Facts)[]).filter((field) => wanted(outcome.by[field]!));
  return { ...outcome, ...only(outcome, names) };
}

/** What is left when the values that a person set stay. */
function without(facts: Facts, outcome: Outcome<Facts>, personal: ReadonlySet<RuleTarget>): Decided {
  const names = (Object.keys(outcome.by) as (keyof Facts)[]).filter((field) => !isPersonal(personal, field));
  return { facts, ...only(outcome, names) };
}

const only = ({ patch, by }: Outcome<Facts>, names: (keyof Facts)[]): Pick<Decided, "patch" | "by"> => ({
  patch: Object.fromEntries(names.map((name) => [name, patch[name]])),
  by: Object.fromEntries(names.map((name) => [name, by[name]])),
});
