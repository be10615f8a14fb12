import type { ReleaseSummary } from "@tessera/contracts-releases/releases.ts";
import { ALL_APPS } from "@tessera/contracts-releases/schedule-words.ts";
import type { WeightBudget } from "@tessera/contracts-releases/weight.ts";
import { ADMINISTRATOR_HELP, ADMINISTRATOR_OPTIONS, registryOf } from "./administered.ts";
import { readOptions, usage } from "./options.ts";
import { UsageError } from "./running-product.ts";

const HELP = `Usage: ${usage("rollout")} weight APP
       ${usage("rollout")} budget
       ${usage("rollout")} budget APP|remotes --first-load SIZE --total SIZE
       ${usage("rollout")} budget APP|remotes --clear

For administrators: what browsers are sent of each release of an app, newest first, with the difference to the one before; and
what a release may weigh at most to be published. The registry measures the files that it stores.

  --first-load SIZE script that its first view loads, compressed: 300k, 1.5m or bytes
  --total SIZE      all of its files but source maps
  remotes           all apps but the shell that have no budget of their own
  --clear           the app has the budget of all remotes again, and all remotes the default
${ADMINISTRATOR_HELP}`;

/** @param words what follows `npm run rollout --` @throws UsageError, ProblemError */
export async function weight(words: string[]): Promise<void> {
  const { positionals, values } = readOptions(
    HELP,
    {
      "first-load": { type: "string" },
      total: { type: "string" },
      clear: { type: "boolean" },
      ...ADMINISTRATOR_OPTIONS,
    },
    words,
  );
  if (values.help) return console.log(HELP);
  const [command, name, ...more] = positionals;
  const { "first-load": firstLoad, total, clear } = values;
  const print = <T>(value: T, text: string) => console.log(values.json ? JSON.stringify(value) : text);
  const changes = clear === true || (firstLoad !== undefined && total !== undefined);
  const wrong = more.length || (command === "weight" ? !name || changes : Boolean(name) !== changes);
  if (wrong) throw new UsageError(HELP);
  const app = name === "remotes" ? ALL_APPS : name;
  if (command === "weight") {
    const { items } = await (await registryOf(values)).releases(name!);
    return print({ items }, items.map((release, index) => lineOf(release, items[index + 1])).join("\n"));
  }
  if (!app) {
    const budgets = await (await registryOf(values)).budgets();
    const { shell, remote } = budgets.default;
    const lines = [`default of the shell: ${described(shell)}`, `default of a remote: ${described(remote)}`];
    return print(
      budgets,
      [...lines, ...budgets.items.map((one) => `${nameOf(one.app)}: ${described(one.budget)}`)].join("\n"),
    );
  }
  if (clear) {
    await (await registryOf(values)).clearBudget(app);
    return print({ app }, `${nameOf(app)}: no budget of its own`);
  }
  const budget = { firstLoad: bytesOf(firstLoad!), total: bytesOf(total!) };
  await (await registryOf(values)).setBudget(app, budget);
  print({ app, budget }, `${nameOf(app)}: ${described(budget)}`);
}

const UNITS: Record<string, number> = { "": 1, k: 1000, m: 1_000_000 };

/** `300k`, `1.5m` or bytes. @throws UsageError */
function bytesOf(text: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text) ?? [];
  if (!count) throw new UsageError(`A size must be like 300k, 1.5m or 250000, not "${text}"`);
  return Math.round(Number(count) * UNITS[unit!.toLowerCase()]!);
}

const nameOf = (app: string) => (app === ALL_APPS ? "all remotes" : app);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const described = ({ firstLoad, total }: WeightBudget) =>
  `first view ${kilobytes(firstLoad)} of script, all files ${kilobytes(total)}`;

function lineOf({ version, number, weight: own }: ReleaseSummary, before: ReleaseSummary | undefined): string {
  const part = (of: keyof WeightBudget) => {
    const [now, then] = [own?.[of], before?.weight?.[of]];
    if (now === undefined) return "not weighed";
    const change = then === undefined ? "" : ` (${now < then ? "−" : "+"}${kilobytes(Math.abs(now - then))})`;
    return kilobytes(now) + change;
  };
  return `${version} #${number}  first view ${part("firstLoad")}, all files ${part("total")}`;
}
