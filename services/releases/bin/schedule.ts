import { RolloutSchedule, type RolloutWindow } from "@tessera/contracts-releases/schedule.ts";
import { ALL_APPS, WEEKDAYS, type Weekday } from "@tessera/contracts-releases/schedule-words.ts";
import { ADMINISTRATOR_HELP, ADMINISTRATOR_OPTIONS, registryOf } from "./administered.ts";
import { readOptions, usage } from "./options.ts";
import { UsageError } from "./running-product.ts";

const HELP = `Usage: ${usage("rollout")} schedule
       ${usage("rollout")} schedule APP|all --zone ZONE [--windows "mon-thu 09:00-16:00, fri 09:00-12:00"]
                                   [--freeze "2026-12-20T00:00/2027-01-04T09:00 REASON"]…
       ${usage("rollout")} schedule APP|all --clear
       ${usage("rollout")} proceed APP --reason TEXT

For administrators: when rollouts begin and continue automatically. An app's windows replace those of all apps; freezes of both
count. Aborts and rollbacks are never held. What is set replaces the schedule that the app (or all) had.

  --zone ZONE      time zone of the IANA database, such as Europe/Berlin; its hours follow daylight saving time
  --windows LIST   days and hours; without it, at any time. What goes over midnight is two windows
  --freeze STRETCH a stretch without rollouts, and why; may be given several times
  --clear          removes the schedule
  proceed          lets the app's open rollout continue although its schedule holds it, until that opens; --reason is in the log
${ADMINISTRATOR_HELP}`;

/** @param words what follows `npm run rollout --` @throws UsageError, ProblemError */
export async function schedule(words: string[]): Promise<void> {
  const { positionals, values } = readOptions(
    HELP,
    {
      zone: { type: "string" },
      windows: { type: "string" },
      freeze: { type: "string", multiple: true },
      clear: { type: "boolean" },
      reason: { type: "string" },
      ...ADMINISTRATOR_OPTIONS,
    },
    words,
  );
  if (values.help) return console.log(HELP);
  const [command, name, ...more] = positionals;
  const { zone, windows, freeze = [], clear, reason } = values;
  const app = name === "all" ? ALL_APPS : name;
  const print = <T>(value: T, text: string) => console.log(values.json ? JSON.stringify(value) : text);
  if (more.length) throw new UsageError(HELP);
  if (command === "proceed") {
    if (!app || !reason) throw new UsageError(HELP);
    const rollout = await (await registryOf(values)).proceed(app, reason);
    return print(rollout, `${app} continues, at ${rollout.percent} % of people`);
  }
  const changes = clear === true || zone !== undefined;
  if (app ? !changes : changes || windows || freeze.length) throw new UsageError(HELP);
  if (!app) {
    const { items } = await (await registryOf(values)).schedules();
    const text = items.map(({ app: whose, schedule: one }) => described(whose, one)).join("\n");
    return print({ items }, text || "No schedule: rollouts continue at any time");
  }
  if (clear) {
    await (await registryOf(values)).clearSchedule(app);
    return print({ app }, `${nameOf(app)}: no schedule of its own`);
  }
  const wanted = read(zone!, windows ?? "", freeze);
  await (await registryOf(values)).setSchedule(app, wanted);
  print({ app, schedule: wanted }, described(app, wanted));
}

function read(timeZone: string, windows: string, freezes: string[]): RolloutSchedule {
  const parsed = RolloutSchedule.safeParse({
    timeZone,
    windows: windows
      .split(",")
      .map((text) => text.trim())
      .filter(Boolean)
      .map(windowOf),
    freezes: freezes.map((text) => {
      const [, from, to, reason] = /^(\S+)\/(\S+)\s+(.+)$/.exec(text.trim()) ?? [];
      if (!reason)
        throw new UsageError(`--freeze must be like "2026-12-20T00:00/2027-01-04T09:00 REASON", not "${text}"`);
      return { from, to, reason };
    }),
  });
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new UsageError(`${path.join(".")} ${message}`);
}

/** `mon-thu 09:00-16:00` or `sat 08:00-12:00`. @throws UsageError */
function windowOf(text: string): RolloutWindow {
  const [, first, last = first, from, to] = /^([a-z]{3})(?:-([a-z]{3}))?\s+([\d:]+)-([\d:]+)$/i.exec(text) ?? [];
  const [begin, end] = [first, last].map((day) => WEEKDAYS.indexOf(day?.toLowerCase() as Weekday));
  if (begin === undefined || end === undefined || begin < 0 || end < begin)
    throw new UsageError(`--windows must be like "mon-thu 09:00-16:00, fri 09:00-12:00", not "${text}"`);
  return { days: WEEKDAYS.slice(begin, end + 1), from: from!, to: to! };
}

const nameOf = (app: string) => (app === ALL_APPS ? "all apps" : app);

const described = (app: string, { timeZone, windows, freezes }: RolloutSchedule) =>
  [
    `${nameOf(app)} (${timeZone})`,
    `  windows    ${windows.map(({ days, from, to }) => `${days.join(" ")} ${from}-${to}`).join(", ") || "at any time"}`,
    ...freezes.map(({ from, to, reason }) => `  frozen     ${from}/${to} ${reason}`),
  ].join("\n");
