import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** A number that the source declares as a limit. */
const CONSTANT = /(?:\/\*\*(?<about>(?:(?!\*\/)[\s\S])*)\*\/\s*)?export const (?<name>[A-Z][A-Z0-9_]*)\b/g;
const RATE = /name: "(?<name>[a-z-]+)", limit: (?<limit>\d[\d_]*), windowSeconds: (?<seconds>\d+), by: "(?<by>\w+)"/g;
const ALLOWANCE =
  /(?:\/\*\* (?<about>.*?) \*\/\s*)?"?(?<name>[a-z0-9-]+)"?: \{ limit: (?<limit>\d+), windowSeconds: (?<seconds>\d+) \}/g;

interface Entitlement {
  title: string;
  unit: string;
  plans: Record<string, number | null>;
}

/** The page of all limits that the product keeps people to, read from their declarations. */
export async function limitsPage(root: string): Promise<string> {
  const areas = readdirSync(join(root, "libs/contracts")).sort();
  const plans = await Promise.all(areas.map((area) => entitlementsOf(root, area)));
  const sizes = await Promise.all(areas.map((area) => constantsOf(root, area)));
  return `${[
    "# Limits",
    "",
    "What the product keeps people and programs to. `npm run handbook` writes this page from the declarations; a test fails",
    "when it is out of date. The variables that change a limit are in [environment.md](environment.md).",
    "",
    "## Plans",
    "",
    "`libs/contracts/billing/src/limits.ts` and the `entitlements.ts` of each area; no number means no limit. An installation",
    "sets others by BILLING_PLAN_LIMITS.",
    "",
    "| what | desk | studio | workshop |",
    "|---|---|---|---|",
    ...(await planRows(root)),
    ...plans.flat(),
    "",
    "## Sizes and counts",
    "",
    "In bytes, characters, rows or days, as said; `libs/contracts/<area>/src/limits.ts`.",
    "",
    "| area | limit | value | what |",
    "|---|---|---|---|",
    ...sizes.flat(),
    "",
    "## Requests",
    "",
    "Of one person, or of one address (an IPv4 address, an IPv6 network of /64). Past it the answer is 429 with",
    "Retry-After. RATE_LIMITS sets others by name.",
    "",
    "| name | requests | in seconds | counted by |",
    "|---|---|---|---|",
    ...rateRows(root),
    "",
    "## Signing in",
    "",
    "Names with `address-` count requests of one address, those with `account-` tries on one account.",
    "IDENTITY_RATE_LIMITS sets others by name.",
    "",
    "| name | requests | in seconds | what |",
    "|---|---|---|---|",
    ...identityRows(root),
  ].join("\n")}\n`;
}

const load = (file: string) => import(pathToFileURL(file).href) as Promise<Record<string, unknown>>;
const oneLine = (text = "") => text.replaceAll(/\s*\n?\s*\*\s+|\s+/g, " ").trim();
const numbers = (value: number | null) => (value === null ? "" : value.toLocaleString("en"));

async function planRows(root: string): Promise<string[]> {
  const { PLAN_LIMITS } = await load(join(root, "libs/contracts/billing/src/limits.ts"));
  const plans = Object.values(PLAN_LIMITS as Record<string, { cards: number | null; bytes: number }>);
  return [
    `| Cards, those in the trash included | ${plans.map(({ cards }) => numbers(cards)).join(" | ")} |`,
    `| Bytes of files | ${plans.map(({ bytes }) => numbers(bytes)).join(" | ")} |`,
  ];
}

async function entitlementsOf(root: string, area: string): Promise<string[]> {
  const file = join(root, "libs/contracts", area, "src/entitlements.ts");
  const exported = await load(file).catch(() => ({}));
  return (Object.values(exported) as Entitlement[]).map(
    ({ title, plans }) =>
      `| ${title} | ${["desk", "studio", "workshop"].map((plan) => numbers(plans[plan]!)).join(" | ")} |`,
  );
}

async function constantsOf(root: string, area: string): Promise<string[]> {
  const file = join(root, "libs/contracts", area, "src/limits.ts");
  const exported = await load(file).catch(() => null);
  if (!exported) return [];
  const source = readFileSync(file, "utf8");
  let before = "";
  return [...source.matchAll(CONSTANT)].flatMap(({ groups }) => {
    const { name = "", about } = groups!;
    before = oneLine(about) || before;
    const value = exported[name];
    return typeof value === "number" ? [`| ${area} | \`${name}\` | ${numbers(value)} | ${before} |`] : [];
  });
}

function rateRows(root: string): string[] {
  const found = new Map<string, string>();
  for (const folder of ["services", "libs/service-kit/src"])
    for (const file of sourcesIn(join(root, folder)))
      for (const { groups } of readFileSync(file, "utf8").matchAll(RATE)) {
        const { name = "", limit = "", seconds = "", by = "" } = groups!;
        found.set(
          name,
          `| \`${name}\` | ${numbers(Number(limit.replaceAll("_", "")))} | ${seconds} | ${by === "caller" ? "person" : by} |`,
        );
      }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function identityRows(root: string): string[] {
  const source = readFileSync(join(root, "services/identity/src/core/limits/limits.ts"), "utf8");
  const [address = "", account = ""] = source.split("export const byAccount");
  const rows = (text: string, prefix: string) =>
    [...text.matchAll(ALLOWANCE)].map(({ groups }) => {
      const { name, limit, seconds, about = "" } = groups!;
      return `| \`${prefix}-${name}\` | ${limit} | ${seconds} | ${about} |`;
    });
  return [...rows(address, "address"), ...rows(account.split("messagesAnHour")[0]!, "account")];
}

function* sourcesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (
      entry.isFile() &&
      /\.ts$/.test(entry.name) &&
      !/(\.spec\.ts|node_modules|\/dist\/|\/testing\/)/.test(relative(folder, file))
    )
      yield file;
  }
}
