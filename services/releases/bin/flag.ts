import type { ChangeFlag, Flag, FlagList, FlagSetting } from "@tessera/contracts-releases/flag.ts";
import { readOptions, usage } from "./options.ts";
import { ask, findTarget, UsageError } from "./running-product.ts";

const HELP = `Usage: ${usage("rollout")} flag APP
       ${usage("rollout")} flag APP KEY [--percent N] [--people WHO,…] [--value VALUE] --reason TEXT
       ${usage("rollout")} flag APP KEY off|back|remove --reason TEXT

The feature flags that the releases of an app declare, and who gets them. Pages that are opened from then on have it.

  --percent N     share of people that get the value; who has it at 10 keeps it at 20 (default: as it is, or 0)
  --people WHO,…  ids, e-mail addresses or @domains that get it whatever the percentage (default: as it is, or none)
  --value VALUE   on, off or the name of a variant (default: as it is, or on)
  off             nobody gets it: everybody has what the app declares
  back            what it was before its last change; once more undoes that
  remove          forgets what was set, also of a flag that no release declares any more
  --reason TEXT   kept in the log
  --url URL       the product (default: http://localhost:PORT, PORT 4000)
  --token TOKEN   the app's deploy token (default: DEPLOY_TOKEN, else DATA_DIR/deploy-tokens.json of a product started here)
  --json          print the result as JSON
Exit code: 0 done, 1 refused or failed, 2 wrong usage.`;

/** @param words what follows `npm run rollout --` @throws UsageError, ProblemError */
export async function flag(words: string[]): Promise<void> {
  const { positionals, values } = readOptions(
    HELP,
    {
      percent: { type: "string" },
      people: { type: "string" },
      value: { type: "string" },
      reason: { type: "string" },
      url: { type: "string" },
      token: { type: "string" },
      json: { type: "boolean" },
    },
    words,
  );
  if (values.help) return console.log(HELP);
  const [, app, key, act, ...more] = positionals;
  const { reason } = values;
  const changes = [values.percent, values.people, values.value].some((given) => given !== undefined);
  const acts = act === undefined ? changes : ["off", "back", "remove"].includes(act) && !changes;
  const isList = key === undefined && !changes && act === undefined;
  if (!app || more.length || !(isList || (key && acts))) throw new UsageError(HELP);
  if (!isList && !reason) throw new UsageError("--reason is missing: the log says why a flag was changed");
  const target = findTarget(app, { to: values.url, token: values.token });
  const path = `/api/releases/apps/${encodeURIComponent(app)}/flags`;
  const send = (method: string, address: string, body: object) =>
    ask(target, method, address, JSON.stringify(body), { "content-type": "application/json" });
  const list = async () => ((await (await ask(target, "GET", path)).json()) as FlagList).items;
  const print = (flags: Flag[]) =>
    console.log(values.json ? JSON.stringify({ items: flags }) : flags.map(lineOf).join("\n") || `${app}: no flags`);
  if (!key) return print(await list());
  const address = `${path}/${encodeURIComponent(key)}`;
  if (act === "remove") {
    await send("DELETE", address, { reason });
    return print((await list()).filter((one) => one.key === key));
  }
  if (act === "back") return print([(await (await send("POST", `${address}/back`, { reason })).json()) as Flag]);
  const known = (await list()).find((one) => one.key === key)?.setting;
  const change: ChangeFlag = {
    value: values.value === undefined ? (known?.value ?? true) : parsedValue(values.value),
    percent: act === "off" ? 0 : values.percent === undefined ? (known?.percent ?? 0) : percentOf(values.percent),
    people: act === "off" ? [] : (values.people?.split(",").filter(Boolean) ?? known?.people ?? []),
    reason: reason!,
  };
  print([(await (await send("PUT", address, change)).json()) as Flag]);
}

const parsedValue = (text: string) => (text === "on" ? true : text === "off" ? false : text);

/** @throws UsageError */
function percentOf(text: string): number {
  const percent = Number(text.replace(/ ?%$/, ""));
  if (text === "" || !(percent >= 0 && percent <= 100))
    throw new UsageError("--percent must be a number from 0 to 100");
  return percent;
}

function lineOf({ key, declared, setting }: Flag): string {
  const what = declared
    ? `${declared.title}; ${declared.variants ? Object.keys(declared.variants).join(", ") : "on or off"}; default ${wordOf(declared.default)}`
    : "stale: no release that people get declares it any more";
  return `${key}  ${setting ? described(setting) : "as the app declares"}  (${what})`;
}

const wordOf = (value: FlagSetting["value"]) => (value === true ? "on" : value === false ? "off" : value);
const described = ({ value, percent, people }: FlagSetting) =>
  `${wordOf(value)} for ${percent} %${people.length ? ` and ${people.join(", ")}` : ""}`;
