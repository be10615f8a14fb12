import { createHash } from "node:crypto";
import { MAX_TAGS } from "@tessera/contracts-items/limits.ts";
import { normaliseTags } from "../../text/tags.ts";
import { type Entry, refused } from "../entry.ts";
import type { TodoistEntry } from "./read-todoist.ts";

/** Entries of an export, in its order; of the same file each has the same identity at every import. */
export function* todoistEntries(read: readonly TodoistEntry[]): Generator<Entry> {
  const seen = new Map<string, number>();
  for (const one of read) {
    if (!("task" in one)) {
      yield refused(one.entry, one.message);
      continue;
    }
    const { title, body, tags, priority, steps, due } = one.task;
    const { dueAt, ...when } = due ?? {};
    const what = createHash("sha256")
      .update(JSON.stringify([title, body, tags, priority, steps]))
      .digest("hex");
    // A person may have a task twice.
    const number = seen.get(what) ?? 0;
    seen.set(what, number + 1);
    yield {
      draft: {
        type: "task",
        title,
        body,
        data: { done: false, priority, checklist: steps.map((text) => ({ text, done: false })), ...when },
        tags: normaliseTags(tags).slice(0, MAX_TAGS),
        status: "later",
        sourceUrl: null,
        createdAt: null,
        dueAt: dueAt ?? null,
        identity: `todoist:${what}:${number}`,
      },
    };
  }
}
