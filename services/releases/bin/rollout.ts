// npm run rollout -- <app> <what>: shows and steers the rollout of an app in the running product.
import { createInterface } from "node:readline/promises";
import type { AppStatus, CleanedUp, RollbackPlan, Rollout } from "@tessera/contracts-releases/releases.ts";
import { administer } from "./apps.ts";
import { flag } from "./flag.ts";
import { appNamed, readOptions, usage } from "./options.ts";
import { preview } from "./preview.ts";
import { ask, command, findTarget, UsageError } from "./running-product.ts";
import { schedule } from "./schedule.ts";
import { weight } from "./weight.ts";

const ACTIONS = ["status", "pause", "resume", "promote", "abort", "rollback", "off", "on", "clean-up"];
const HELP = `Usage: ${usage("rollout")} <app> ${ACTIONS.join("|")} [--to RELEASE] [--again] [--force] [--check] [--reason TEXT] [--url URL] [--token TOKEN] [--json]
       ${usage("rollout")} apps --help     apps, owners, paths and deploy tokens; the log; who serves a path
       ${usage("rollout")} preview --help  links by which people see a release that is not theirs
       ${usage("rollout")} flag --help     the feature flags of an app, and who gets them
       ${usage("rollout")} schedule --help when rollouts begin and continue automatically
       ${usage("rollout")} weight --help   what releases weigh, and what they may

  status          the open rollout of the app, else its last
  pause, resume   keeps the share of people as it is, continues
  promote, abort  gives everybody the candidate, or the stable release
  rollback        makes an earlier release stable: the one before, or --to RELEASE (its id, its number as #7, or a version that only
                  one release has). Says what it will do and, in a terminal, waits for Enter
  off, on         switches the app off for everybody, whatever is released, and on again; people read --reason
  clean-up        removes files of releases that nobody can get any more (also done every night; RELEASES_KEEP_DAYS)
  --again         rollback: to a release that was itself aborted or rolled back
  --force         rollback: although something live then lacks what it requires, which is listed
  --check         status: exit with 3 when the rollout was aborted or rolled back
  --reason TEXT   kept in the log
  --url URL       the product (default: http://localhost:PORT, PORT 4000)
  --token TOKEN   the app's deploy token (default: DEPLOY_TOKEN, else DATA_DIR/deploy-tokens.json of a product started here)
  --json          print the result as JSON
Exit code: 0 done, 1 refused or failed, 2 wrong usage, 3 status --check: aborted or rolled back.`;

await command(process.argv.includes("--json"), async () => {
  const words = process.argv.slice(2);
  if (words[0] !== undefined && ["apps", "log", "serves"].includes(words[0])) return administer(words);
  if (words[0] === "preview") return preview(words);
  if (words[0] === "flag") return flag(words);
  if (words[0] === "weight" || words[0] === "budget") return weight(words);
  if (words[0] === "schedule" || words[0] === "proceed") return schedule(words);
  const { positionals, values } = readOptions(HELP, {
    to: { type: "string" },
    again: { type: "boolean" },
    force: { type: "boolean" },
    check: { type: "boolean" },
    reason: { type: "string" },
    url: { type: "string" },
    token: { type: "string" },
    json: { type: "boolean" },
  });
  if (values.help) return console.log(HELP);
  const [app, action] = appNamed(positionals, HELP, 1) as [string, string];
  if (!ACTIONS.includes(action)) throw new UsageError(HELP);
  for (const [option, owner] of [
    ["to", "rollback"],
    ["again", "rollback"],
    ["force", "rollback"],
    ["check", "status"],
  ] as const)
    if (values[option] !== undefined && action !== owner)
      throw new UsageError(`--${option} belongs to ${owner}, not to ${action}`);
  const target = findTarget(app, { to: values.url, token: values.token });
  const path = `/api/releases/apps/${encodeURIComponent(app)}`;
  const post = async (address: string, body: object) => {
    const answer = await ask(target, "POST", path + address, JSON.stringify(body), {
      "content-type": "application/json",
    });
    return answer.status === 204 ? null : answer.json();
  };
  const { reason } = values;
  if (action === "rollback") {
    const { to, again, force } = values;
    const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
    const plan = (await (await ask(target, "GET", `${path}/rollback${query}`)).json()) as RollbackPlan;
    if (!values.json) console.log(planned(plan));
    if (!values.json && process.stdin.isTTY)
      await confirmed("Press Enter to roll back, Ctrl+C to leave everything as it is.");
    const status = (await post("/rollback", { to: plan.to.id, reason, again, force })) as AppStatus;
    console.log(
      values.json
        ? JSON.stringify(status)
        : `${app} ${status.stable.id} is stable: everybody gets it with their next page`,
    );
    return;
  }
  if (action === "off" || action === "on") {
    if (action === "off" && !reason)
      throw new UsageError("off needs --reason: people who open the app's pages read it");
    if (action === "off") await post("/off", { reason });
    else await ask(target, "DELETE", `${path}/off`);
    console.log(
      values.json ? JSON.stringify({ app, off: action === "off" }) : `${app} is switched ${action} for everybody`,
    );
    return;
  }
  if (action === "clean-up") {
    const removed = (await (await ask(target, "POST", `${path}/clean-up`)).json()) as CleanedUp;
    console.log(
      values.json
        ? JSON.stringify(removed)
        : `${app}: files of ${removed.items.length} releases removed ${removed.items.join(" ")}`.trimEnd(),
    );
    return;
  }
  const rollout = (await (action === "status"
    ? (await ask(target, "GET", `${path}/rollout`)).json()
    : post(`/rollout/${action}`, { reason }))) as Rollout;
  console.log(values.json ? JSON.stringify(rollout) : describe(rollout));
  if (values.check && ["aborted", "rolled_back"].includes(rollout.state)) process.exitCode = 3;
});

function named({ version, number }: RollbackPlan["to"]): string {
  return `${version} #${number}`;
}

function planned({ app, from, to, endsRollout, withdrawn, breaks }: RollbackPlan): string {
  return [
    `${app}: ${from ? `${named(from)} → ` : ""}${named(to)} (${to.id}), for everybody, with their next page`,
    ...(endsRollout ? [`  ends the rollout of ${named(endsRollout)}`] : []),
    ...(withdrawn === null ? [] : [`  it was withdrawn, so it needs --again: ${withdrawn}`]),
    ...breaks.map((sentence) => `  breaks, so it needs --force: ${sentence}`),
  ].join("\n");
}

async function confirmed(question: string): Promise<void> {
  const terminal = createInterface(process.stdin, process.stdout);
  await terminal.question(`${question}\n`);
  terminal.close();
}

function describe(rollout: Rollout): string {
  const { app, stable, candidate, state, percent, steps, step, holdUntil, waits, reason, health } = rollout;
  const of = ({ loads, broken }: Rollout["health"]["stable"]) => `${loads} people, ${broken} with a broken page`;
  return [
    `${app} ${named(stable)} → ${named(candidate)} (${candidate.id}): ${state.replace("_", " ")}, ${percent} % of people`,
    `  steps      ${steps.map((entry, index) => (index === step ? `[${entry.percent} %]` : `${entry.percent} %`)).join("  ")}${holdUntil ? `, held until ${holdUntil}` : ""}`,
    ...(waits ? [`  waits      until ${waits.until}: ${waits.reason}`] : []),
    `  stable     ${of(health.stable)}`,
    `  candidate  ${of(health.candidate)}`,
    `  health     ${health.verdict}: ${health.reason}`,
    ...(reason ? [`  reason     ${reason}`] : []),
  ].join("\n");
}
