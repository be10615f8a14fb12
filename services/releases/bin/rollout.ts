// npm run rollout -- <app> <what>: shows and steers the rollout of an app in the running product.
import { parseArgs } from "node:util";
import type { AppStatus, CleanedUp, Rollout } from "@tessera/contracts-releases/releases.ts";
import { ask, command, findTarget, UsageError } from "./running-product.ts";

const ACTIONS = ["status", "pause", "resume", "promote", "abort", "rollback", "clean-up"];
const HELP = `Usage: npm run rollout -- <app> ${ACTIONS.join("|")} [--to VERSION] [--reason TEXT] [--url URL] [--token TOKEN] [--json]

  status          the open rollout of the app, else its last
  pause, resume   keeps the share of people as it is, goes on
  promote, abort  gives everybody the candidate, or the stable release
  rollback        makes an earlier release stable: the one before, or --to VERSION (or a release's id)
  clean-up        removes files of releases that nobody can get any more (also done every night; RELEASES_KEEP_DAYS)
  --reason TEXT   kept in the log
  --url URL       the product (default: http://localhost:PORT, PORT 4000)
  --token TOKEN   the app's deploy token (default: DEPLOY_TOKEN, else DATA_DIR/deploy-tokens.json of a product started here)
  --json          print the result as JSON
Exit code: 0 done; for status: running, paused or promoted. 1 refused or failed. 2 wrong usage. 3 status: aborted or rolled back.`;

await command(process.argv.includes("--json"), async () => {
  const { positionals, values } = options();
  if (values.help) return console.log(HELP);
  const [app, action, ...rest] = positionals;
  if (!app || !action || rest.length || !ACTIONS.includes(action)) throw new UsageError(HELP);
  if (values.to !== undefined && action !== "rollback") throw new UsageError(`--to belongs to rollback, not to ${action}`);
  const target = findTarget(app, { to: values.url, token: values.token });
  const path = `/api/releases/apps/${encodeURIComponent(app)}`;
  const post = async (address: string, body: object) =>
    (await ask(target, "POST", path + address, JSON.stringify(body), { "content-type": "application/json" })).json();
  const { reason } = values;
  if (action === "rollback") {
    const status = (await post("/rollback", { to: values.to, reason })) as AppStatus;
    console.log(values.json ? JSON.stringify(status) : `${app} ${status.stable.id} is stable: everybody gets it with their next page`);
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
  if (action === "status" && ["aborted", "rolled_back"].includes(rollout.state)) process.exitCode = 3;
});

function describe({ app, stable, candidate, state, percent, steps, step, holdUntil, reason, health }: Rollout): string {
  const of = ({ loads, broken }: Rollout["health"]["stable"]) => `${loads} people, ${broken} with a broken page`;
  return [
    `${app} ${stable.version} → ${candidate.version} (${candidate.id}): ${state.replace("_", " ")}, ${percent} % of people`,
    `  steps      ${steps.map((entry, index) => (index === step ? `[${entry.percent} %]` : `${entry.percent} %`)).join("  ")}${holdUntil ? `, held until ${holdUntil}` : ""}`,
    `  stable     ${of(health.stable)}`,
    `  candidate  ${of(health.candidate)}`,
    `  health     ${health.verdict}: ${health.reason}`,
    ...(reason ? [`  reason     ${reason}`] : []),
  ].join("\n");
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        to: { type: "string" },
        reason: { type: "string" },
        url: { type: "string" },
        token: { type: "string" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}
