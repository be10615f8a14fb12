import type { AppOverview, AuditEntry, ReleaseHealth, Rollout } from "@tessera/contracts-releases/releases.ts";
import type { Status } from "@tessera/ui";

const DAY = 24 * 3_600_000;

/** "2.0.0", or "2.0.0 #7" where another release of the same version stands beside it. */
export const versionOf = (release: { version: string; number: number }, beside?: { version: string }) =>
  beside?.version === release.version ? `${release.version} #${release.number}` : release.version;

/** The rollout that runs or is paused. */
export const openRollout = ({ rollout }: AppOverview) =>
  rollout?.state === "running" || rollout?.state === "paused" ? rollout : null;

/** The rollout whose candidate is shown: an open one, or one that was withdrawn within a day because it was worse. */
export function shownRollout(app: AppOverview, now: number): Rollout | null {
  const { rollout } = app;
  const recent = rollout?.endedAt && now - Date.parse(rollout.endedAt) < DAY;
  return openRollout(app) ?? (recent && rollout.state === "aborted" && isWorse(rollout) ? rollout : null);
}

/** Share of people in percent, as written: at most two decimals. */
export const percentText = (percent: number) => String(Number(percent.toFixed(2)));

/** The percentage of the present step, or of the one at which the rollout ended. */
export const percentAt = ({ steps, step }: Rollout) => steps[step]?.percent ?? 0;

/** "50 s", "40 min", "2 h", "3 d" for a length of time in ms. */
export function lengthText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** People with a broken page in 1,000; null while there was nobody. */
export const brokenRate = ({ loads, broken }: Pick<ReleaseHealth, "loads" | "broken">) =>
  loads ? (broken / loads) * 1000 : null;

/** A figure beside a plot: one decimal from 0 to 10; an en dash while nothing is known. */
export function figure(value: number | null, digits = value && value < 10 ? 1 : 0): string {
  return value === null
    ? "–"
    : value.toLocaleString(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Whether the candidate is, or was, found worse than stable. */
export const isWorse = ({ health }: Rollout) => health.verdict === "worse";

/** How a rollout stands, in a few words. */
export function rolloutStatus(rollout: Rollout, now: number): { status: Status; words: string } {
  if (rollout.state === "paused")
    return { status: "idle", words: rollout.reason ? `Paused: “${rollout.reason}”` : "Paused" };
  if (rollout.state === "aborted") return { status: "bad", words: `Withdrawn at ${percentText(percentAt(rollout))}%` };
  if (rollout.health.verdict === "worse") return { status: "bad", words: "Worse, being withdrawn" };
  if (rollout.waits)
    return { status: "warn", words: rollout.begun ? "Held by its schedule" : "Waits for its schedule to begin" };
  const left = rollout.holdUntil ? Date.parse(rollout.holdUntil) - now : 0;
  if (left <= 0) {
    return rollout.health.verdict === "healthy"
      ? { status: "run", words: "Next step now" }
      : { status: "warn", words: "Waits for evidence" };
  }
  const last = rollout.step === rollout.steps.length - 1;
  if (!last) return { status: "run", words: `Next step in ${lengthText(left)}` };
  return { status: rollout.health.verdict === "healthy" ? "ok" : "run", words: `Stable in ${lengthText(left)}` };
}

/** Who acts without being a person. */
const machines: Record<string, string> = {
  "health gate": "by the health check",
  "deploy token": "with its deploy token",
  "local build": "from a local build",
  schedule: "by the schedule",
  "nightly clean-up": "by the nightly clean-up",
};

/**
 * What the log says of one entry: a sentence's end after the release's name, and one word with its status. `self`: the
 * reader's address.
 */
export function auditWords(
  entry: AuditEntry,
  self: string | undefined,
): { text: string; word: string; status: Status } {
  const by = entry.actor === self ? "by you" : (machines[entry.actor] ?? `by ${entry.actor}`);
  const detail = entry.detail === `Aborted by ${entry.actor}` ? "" : entry.detail.replaceAll(" %", "%");
  const because = detail ? `: ${detail}` : "";
  const say = (text: string, word: string, status: Status) => ({ text, word, status });
  switch (entry.act) {
    case "published":
      return say(`published ${by}${because}`, "Published", "idle");
    case "made_stable":
      return say(`given to everybody ${by}${because}`, "Stable", "ok");
    case "rollout_started":
      return say(`rollout started ${by}${because}`, "Started", "run");
    case "rollout_advanced":
      return say(`continues${because ? ` to ${detail}` : ""}, ${by}`, "Stepped", "ok");
    case "rollout_paused":
      return say(`paused ${by}${because}`, "Paused", "idle");
    case "rollout_resumed":
      return say(`resumed ${by}${because}`, "Resumed", "run");
    case "rollout_begun":
      return say(`begins${because ? ` at ${detail}` : ""}, ${by}`, "Begun", "run");
    case "rollout_proceeds":
      return say(`continues outside its schedule ${by}${because}`, "Continues", "warn");
    case "rollout_promoted":
      return say(`promoted to everybody ${by}${because}`, "Promoted", "ok");
    case "rollout_aborted":
      return say(`withdrawn ${by}${because}`, "Withdrawn", "bad");
    case "rolled_back":
      return say(`rolled back to, for everybody, ${by}${because}`, "Rolled back", "warn");
    case "pinned":
      return say(`pinned ${by}${because}`, "Pinned", "idle");
    case "unpinned":
      return say(`no longer pinned, ${by}${because}`, "Unpinned", "idle");
    case "override_issued":
      return say(`replaced on one machine ${by}${because}`, "Override", "idle");
    case "preview_issued":
      return say(`preview link made ${by}${because}`, "Preview", "idle");
    case "preview_revoked":
      return say(`preview link revoked ${by}`, "Preview", "idle");
    case "override_ended":
      return say(`no longer replaced on one machine, ${by}`, "Override", "idle");
    case "switched_off":
      return say(`switched off ${by}${because}`, "Off", "bad");
    case "switched_on":
      return say(`switched on again ${by}`, "On", "ok");
    case "app_created":
      return say(`made an app of the product ${by}${because}`, "New app", "ok");
    case "app_changed":
      return say(`ownership changed ${by}${because}`, "Changed", "idle");
    case "schedule_changed":
      return say(`rollout schedule set ${by}${because}`, "Changed", "idle");
    case "schedule_removed":
      return say(`rollout schedule removed ${by}`, "Changed", "idle");
    case "budget_changed":
      return say(`weight budget set ${by}${because}`, "Changed", "idle");
    case "budget_removed":
      return say(`weight budget removed ${by}`, "Changed", "idle");
    case "flag_changed":
      return say(`flag set ${by}${because}`, "Flag", "run");
    case "flag_rolled_back":
      return say(`flag set back ${by}${because}`, "Flag", "warn");
    case "flag_removed":
      return say(`setting of a flag removed ${by}${because}`, "Flag", "idle");
    case "token_rotated":
      return say(`deploy token replaced ${by}`, "New token", "warn");
    case "token_revoked":
      return say(`deploy token revoked ${by}`, "Revoked", "warn");
    case "cleaned_up":
      return say(`files removed ${by}${because}`, "Cleaned up", "idle");
    default: // of a registry that is newer than this page
      return say(`${entry.act.replaceAll("_", " ")} ${by}${because}`, "Changed", "idle");
  }
}
