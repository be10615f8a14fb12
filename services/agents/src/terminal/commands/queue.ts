import type { DecideEntry, JobState, QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { type Command, numberOf } from "../command.ts";
import { LineMistake } from "../command-line.ts";
import { cell, linesOf, note, row, span } from "../row.ts";

const LIST = "queue ls";
const MAX_ROWS = 200;
const SHOWN = 20;
const STATES = ["open", "snoozed", "settled"] as const;
const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const satisfies readonly JobState[];
const HOURS_MS = 3_600_000;
/** A working day off: until tomorrow at about this time. */
const SNOOZE_HOURS = 24;

const entryValue = ({ id, kind, title, line, state, createdAt }: QueueEntry) => ({
  ...{ id, kind, title, line, state, createdAt },
});

const decide = (
  name: string,
  did: string,
  decision: () => DecideEntry,
  more: Pick<Command, "title" | "aliases">,
): Command => ({
  name: `queue ${name}`,
  takes: "ENTRY …",
  ...more,
  examples: [`queue ${name} 1`],
  async *run({ words, numbers, apis }) {
    if (!words.length)
      throw new LineMistake(`Say which entries: their numbers in the last list (${LIST}), or their ids.`);
    const ids = words.map(({ text }) => numbers.idOf("entry", text, LIST));
    const { changed, skipped } = await apis.queue.decideMany({ ids, ...decision() });
    for (const entry of changed) yield row(entryValue(entry), span(`${did}: `, "good"), span(entry.title));
    for (const { id, reason } of skipped) yield row({ id, reason }, span(`Not changed: ${reason}`, "warn"));
  },
});

export const queueCommands: readonly Command[] = [
  {
    name: LIST,
    aliases: ["queue"],
    title: "What waits for you",
    options: {
      state: { takes: "STATE", title: STATES.join(", "), values: STATES },
      limit: { takes: "N", short: "n", title: `how many, ${SHOWN} without it` },
    },
    examples: ["queue ls", "queue ls --state settled --json"],
    async *run({ words, options, apis, numbers, signal }) {
      const state = (options.state ?? "open") as (typeof STATES)[number];
      const limit = numberOf("--limit", options.limit, SHOWN, MAX_ROWS);
      const q = words.map(({ text }) => text).join(" ") || undefined;
      const { items, nextCursor, open } = await apis.queue.entries({ state, limit, q }, signal);
      numbers.begin("entry");
      for (const entry of items)
        yield row(
          entryValue(entry),
          ...[
            span(`${String(numbers.add("entry", entry.id)).padStart(3)}  `, "dim"),
            span(`${cell(entry.kind, 16)} `, "accent"),
          ],
          ...[span(entry.title, "strong", entry.path ?? undefined), span(entry.line ? `  ${entry.line}` : "", "dim")],
          span(state === "open" ? "" : `  ${entry.state}`, "warn"),
        );
      if (!items.length) yield note("There is nothing here.");
      if (nextCursor) yield note(`${items.length} shown, ${open} need you. More: --limit ${MAX_ROWS}`);
    },
  },
  {
    name: "queue show",
    takes: "ENTRY",
    title: "One entry",
    async *run({ words, numbers, apis, signal }) {
      const entry = await apis.queue.entry(numbers.idOf("entry", words[0]?.text, LIST), signal);
      yield row(entryValue(entry), span(entry.title, "strong", entry.path ?? undefined));
      yield note(`${entry.kind}  ${entry.state}  ${entry.createdAt.slice(0, 16).replace("T", " ")}`);
      if (entry.line) yield* linesOf(entry.line);
    },
  },
  decide("approve", "Accepted", () => ({ action: "accept" }), {
    aliases: ["queue accept"],
    title: "Accepts entries: an agent that asks continues",
  }),
  decide("decline", "Declined", () => ({ action: "decline" }), {
    aliases: ["queue refuse"],
    title: "Declines entries",
  }),
  decide(
    "snooze",
    "Snoozed until tomorrow",
    () => ({ action: "snooze", snoozeUntil: new Date(Date.now() + SNOOZE_HOURS * HOURS_MS).toISOString() }),
    { title: "Puts entries off for a day" },
  ),
  decide("reopen", "Open again", () => ({ action: "reopen" }), { title: "Takes back what was decided" }),
  {
    name: "queue jobs",
    title: "Work in the background",
    options: {
      state: { takes: "STATE", title: JOB_STATES.join(", "), values: JOB_STATES },
      limit: { takes: "N", short: "n", title: `how many, ${SHOWN} without it` },
    },
    async *run({ options, apis, signal }) {
      const limit = numberOf("--limit", options.limit, SHOWN, MAX_ROWS);
      const { items, counts } = await apis.queue.jobs({ state: options.state as JobState | undefined, limit }, signal);
      for (const { id, title, state, done, total, unit, error } of items)
        yield row(
          { id, title, state, done, total, unit, error },
          ...[span(`${cell(state, 10)} `, JOB_TONES[state]), span(title)],
          span(total === null ? "" : `  ${done} of ${total} ${unit}`, "dim"),
          span(error ? `  ${error}` : "", "bad"),
        );
      const some = Object.entries(counts).filter(([, count]) => count);
      yield note(some.length ? some.map(([state, count]) => `${count} ${state}`).join(", ") : "There are no jobs.");
    },
  },
];

const JOB_TONES = { waiting: "dim", running: "accent", done: "good", failed: "bad", cancelled: "dim" } as const;
