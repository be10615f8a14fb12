import { type MeterUsage, UsageMonth } from "@tessera/contracts-billing/usage.ts";
import type { Command } from "../command.ts";
import { LineMistake } from "../command-line.ts";
import { cell, note, row, span } from "../row.ts";

const TITLE_WIDTH = 22;
const AMOUNT_WIDTH = 14;
const KIB = 1024;
const MONTH = "0000-00".length;

/** An amount in words, by what its meter counts. */
function amount(quantity: number, unit: MeterUsage["unit"]): string {
  if (unit === "bytes") {
    const units = ["B", "KiB", "MiB", "GiB", "TiB"];
    const step = Math.min(
      units.length - 1,
      Math.max(0, Math.floor(Math.log(Math.max(1, Math.abs(quantity))) / Math.log(KIB))),
    );
    return `${(quantity / KIB ** step).toFixed(step ? 1 : 0)} ${units[step]}`;
  }
  if (unit === "seconds") return `${Math.ceil(quantity / 60)} min`;
  if (unit === "microcents") return `€${(quantity / 1e8).toFixed(2)}`;
  return unit === "tokens" ? `${quantity} tokens` : String(quantity);
}

export const accountCommands: readonly Command[] = [
  {
    name: "usage",
    takes: "[MONTH]",
    title: "What a month used, this one without another",
    examples: ["usage", "usage 2026-10 --json"],
    async *run({ words, apis, signal }) {
      const month = words[0]?.text ?? new Date().toISOString().slice(0, MONTH);
      if (!UsageMonth.safeParse(month).success) throw new LineMistake("“usage” takes a month, as in: usage 2026-11");
      const usage = await apis.billing.usage(month, signal);
      yield note(`Usage of ${usage.month}`, "strong");
      for (const { meter, title, unit, used, included, stopAt } of usage.meters)
        yield row(
          { month: usage.month, meter, title, unit, used, included, stopAt },
          ...[
            span(`${cell(title, TITLE_WIDTH)} `, "accent"),
            span(amount(used, unit).padStart(AMOUNT_WIDTH), "strong"),
          ],
          span(included === null ? "" : `  of ${amount(included, unit)}`, "dim"),
          span(stopAt === null ? "" : `  stops at ${amount(stopAt, unit)}`, "warn"),
        );
    },
  },
  {
    name: "whoami",
    title: "Whose rights commands have here",
    async *run({ caller, apis, signal }) {
      const { billingStatus, planId } = await apis.billing.check(signal);
      const { email, userId } = caller;
      yield row({ userId, email, billingStatus, planId }, span(email || userId, "strong"));
      yield note(planId ? `Plan ${planId}, ${billingStatus}` : `Subscription ${billingStatus}`);
    },
  },
];
