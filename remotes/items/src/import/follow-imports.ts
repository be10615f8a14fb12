import type { ImportSession } from "@tessera/contracts-items/items.ts";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { useEffect, useRef } from "react";
import { keys } from "../api.ts";
import { refreshCounts } from "../triage/change-items.ts";
import { openImport } from "./open-import.ts";
import { isRunning, useImports } from "./use-imports.ts";

/** A finished import in a sentence. */
export function outcomeOf(session: ImportSession): string {
  const count = (n: number, word: string) => `${n.toLocaleString()} ${word}`;
  if (session.state === "failed")
    return `${session.fileName} was not imported: ${session.failure ?? "the file could not be read."}`;
  const parts = [count(session.created, "new")];
  if (session.duplicates > 0) parts.push(count(session.duplicates, "you had already"));
  if (session.refused > 0) parts.push(count(session.refused, "refused"));
  return `${session.fileName}: ${session.state === "cancelled" ? "stopped after " : ""}${parts.join(", ")}`;
}

/** Keeps an eye on running imports wherever a person is in this area: new cards appear, and the end is announced. */
export function useFollowImports(): void {
  const client = useQueryClient();
  const { data } = useImports().query;
  const running = useRef(new Map<string, number>());
  const removed = useRef(new Map<string, number>());
  useEffect(() => {
    for (const session of data ?? []) {
      const gone = session.undo?.removed ?? 0;
      if (gone > (removed.current.get(session.id) ?? gone)) {
        refreshCounts(client);
        void client.invalidateQueries({ queryKey: keys.lists });
      }
      removed.current.set(session.id, gone);
      const before = running.current.get(session.id);
      if (isRunning(session)) {
        running.current.set(session.id, session.created);
        if (before !== undefined && session.created > before) void client.invalidateQueries({ queryKey: keys.lists });
      } else if (before !== undefined) {
        running.current.delete(session.id);
        refreshCounts(client);
        void client.invalidateQueries({ queryKey: keys.lists });
        shell().notifications.show({
          message: outcomeOf(session),
          intent: session.state === "failed" ? "error" : session.refused > 0 ? "warning" : "success",
          action: { label: "Details", run: () => openImport({ report: session.id }) },
        });
      }
    }
  }, [data, client]);
}
