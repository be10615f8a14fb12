import type { QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { type QueryClient, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useMemo } from "react";
import { writeComment } from "./comment-draft.ts";
import { type Decision, decideAll } from "./decide-all.ts";
import { decidedWord } from "./entry-kinds.tsx";
import { inOrder } from "./own-writes.ts";
import { dropOldAnswers, takeOut } from "./rows-taken-out.ts";
import { untilWords } from "./snooze.ts";
import { forget, remember, undoLast } from "./undo.ts";

/** Decides entries: at once on the page, put back when the service refuses, and undoable by the person. */
export function useDecide() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      decide: (entries: readonly QueueEntry[], decision: Decision) => void decide(client, entries, decision),
      undoLast,
    }),
    [client],
  );
}

async function decide(client: QueryClient, entries: readonly QueueEntry[], decision: Decision): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ id }) => id);
  dropOldAnswers(client);
  const putBack = takeOut(client, new Set(ids));
  const written = inOrder(() => decideAll(ids, decision));
  const isUndo = decision.action === "reopen";
  if (isUndo) forget(ids);
  const retried = decision.action === "accept" && entries.some(({ kind }) => kind === "failed-job");
  const undoable = isUndo
    ? null
    : remember({
        ...{ client, label: saysDone(entries, decision), ids, putBack, written, isFinal: retried },
        revert: (changed) =>
          decideAll(
            changed.map(({ id }) => id),
            { action: "reopen" },
          ),
      });
  try {
    const { changed, skipped } = await written;
    if (decision.comment) for (const { id } of changed) writeComment(id, "");
    if (skipped[0]) {
      const many = skipped.length > 1 ? `${skipped.length} entries were left as they are. ` : "";
      shell().notifications.show({ intent: "warning", message: many + skipped[0].reason });
    }
    if (changed.length && undoable) undoable.offer(saysDone(changed, decision));
  } catch (error) {
    putBack();
    shell().notifications.show({ intent: "error", message: failureWords("The decision was not saved.", error) });
  }
  await client.invalidateQueries({ queryKey: ["queue"] });
}

function saysDone(entries: readonly QueueEntry[], { action, snoozeUntil }: Decision): string {
  const [first] = entries;
  if (!first) return "";
  const verb =
    action === "snooze"
      ? `Snoozed until ${untilWords(new Date(snoozeUntil ?? 0))}`
      : decidedWord(entries, action === "accept");
  return entries.length === 1 ? `${verb}: ${first.title}` : `${verb}: ${entries.length} entries`;
}
