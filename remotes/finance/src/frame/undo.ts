import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useCallback } from "react";
import { finance, keys } from "../api.ts";

/** Acts of this page that can still be taken back, the newest last. */
const done: { act: string; words: string }[] = [];
const MAX_DONE = 50;

/** What follows an act: the page reads all again, and the act can be undone from its notification or by key. */
export function useActs() {
  const client = useQueryClient();
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: keys.all }), [client]);

  const undo = useCallback(
    async (entry: { act: string; words: string }): Promise<void> => {
      const at = done.findIndex(({ act }) => act === entry.act);
      if (at >= 0) done.splice(at, 1);
      try {
        const { kept, continues } = await finance.undo(entry.act);
        await refresh();
        if (continues) {
          shell().notifications.show({ message: `Undoing: ${entry.words}. It continues in the background.` });
          return;
        }
        const left = kept ? ` ${kept.toLocaleString()} changed since were kept.` : "";
        shell().notifications.show({ message: `Undone: ${entry.words}.${left}`, intent: "success" });
      } catch (error) {
        shell().notifications.show({ message: failureWords("Not undone:", error), intent: "error" });
      }
    },
    [refresh],
  );

  /** What the page itself shows well enough; it can be undone by key. */
  const noted = useCallback(
    async (act: string, words: string): Promise<void> => {
      done.push({ act, words });
      if (done.length > MAX_DONE) done.shift();
      await refresh();
    },
    [refresh],
  );

  /** Says what was done, with Undo beside it. */
  const finished = useCallback(
    async (act: string, words: string): Promise<void> => {
      const entry = { act, words };
      shell().notifications.show({ message: words, action: { label: "Undo", run: () => undo(entry) } });
      await noted(act, words);
    },
    [noted, undo],
  );

  const undoLast = useCallback(async (): Promise<void> => {
    const entry = done.at(-1);
    if (entry) await undo(entry);
    else shell().notifications.show({ message: "There is nothing to undo on this page." });
  }, [undo]);

  return { finished, noted, undo, undoLast, refresh };
}
