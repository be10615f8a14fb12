import type { DecideEntries, QueueEntry, QueueEntryPage } from "@tessera/contracts-queue/queue.ts";
import { useMutation, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { useRef } from "react";
import { queueApi, queueKeys } from "../queue-api.ts";
import { decidedWord } from "./entry-kinds.tsx";
import { untilWords } from "./snooze.ts";

export type Decision = Omit<DecideEntries, "ids">;

interface Pages {
  pages: QueueEntryPage[];
  pageParams: unknown[];
}

/**
 * Decides entries: at once on the screen, undone when the service refuses, and undoable by the person.
 * `undoLast` takes back the latest decision of this page, then the one before.
 */
export function useDecide() {
  const client = useQueryClient();
  const decided = useRef<(readonly string[])[]>([]);
  /** Whether the newest decision was made, once the service has answered. */
  const deciding = useRef(Promise.resolve(true));

  const mutation = useMutation({
    mutationFn: ({ entries, decision }: { entries: readonly QueueEntry[]; decision: Decision }) =>
      queueApi.decideMany({ ids: entries.map((entry) => entry.id), ...decision }),
    onMutate: async ({ entries }) => {
      await client.cancelQueries({ queryKey: queueKeys.entries });
      const before = client.getQueriesData<Pages>({ queryKey: queueKeys.entries });
      const ids = new Set(entries.map((entry) => entry.id));
      client.setQueriesData<Pages>({ queryKey: queueKeys.entries }, (data) => data && without(data, ids));
      return { before };
    },
    onError: (error, _, context) => {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data);
      shell().notifications.show({ intent: "error", message: `Nothing was decided. ${error.message}` });
    },
    onSuccess: ({ changed, skipped }, { entries, decision }) => {
      if (skipped[0]) {
        const many = skipped.length > 1 ? `${skipped.length} entries were left as they are. ` : "";
        shell().notifications.show({ intent: "warning", message: many + skipped[0].reason });
      }
      if (!changed.length || decision.action === "reopen") return;
      const ids = changed.map((entry) => entry.id);
      const retried = decision.action === "accept" && entries.some((entry) => entry.kind === "failed-job");
      if (!retried) decided.current.push(ids);
      shell().notifications.show({
        intent: "success",
        message: saysDone(changed, decision),
        // A restarted job is stopped in the list of jobs, not by undoing the decision.
        action: retried ? undefined : { label: "Undo", run: () => undo(ids) },
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["queue"] }),
  });

  async function undo(ids: readonly string[]) {
    decided.current = decided.current.filter((one) => one !== ids);
    try {
      await queueApi.decideMany({ ids: [...ids], action: "reopen" });
    } catch (error) {
      decided.current.push(ids);
      shell().notifications.show({
        intent: "error",
        message: `The decision was not undone. ${(error as Error).message}`,
      });
    }
    await client.invalidateQueries({ queryKey: queueKeys.entries });
  }

  return {
    decide: (entries: readonly QueueEntry[], decision: Decision) => {
      if (entries.length === 0) return;
      deciding.current = mutation.mutateAsync({ entries, decision }).then(
        () => true,
        () => false,
      );
    },
    undoLast: async () => {
      // One that failed says so itself; an older decision was not meant.
      if (!(await deciding.current)) return;
      const ids = decided.current.at(-1);
      if (ids) await undo(ids);
    },
  };
}

function without(data: Pages, ids: ReadonlySet<string>): Pages {
  const gone = data.pages.flatMap((page) => page.items).filter((row) => ids.has(row.id) && row.state === "open").length;
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      open: page.open - gone,
      items: page.items.filter((row) => !ids.has(row.id)),
    })),
  };
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
