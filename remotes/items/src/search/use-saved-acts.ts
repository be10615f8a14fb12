import type { SavedSearch } from "@tessera/contracts-items/search/search.ts";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { finder } from "./finder.ts";
import { SaveDialog } from "./save-dialog.tsx";
import { SAVED } from "./saved-searches.ts";

/** Saves the search that is shown, renames it, and deletes it with a way back. */
export function useSavedActs() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: SAVED });
  const write = async (id: string, name: string, q: string) => {
    await finder.save(id, { name, q });
    await refresh();
  };
  const failed = (error: unknown) =>
    shell().notifications.show({ message: failureWords("Nothing was changed.", error), intent: "error" });
  return {
    save: (q: string) => {
      const id = crypto.randomUUID();
      const act = (name: string) => write(id, name, q);
      void shell().dialogs.open(SaveDialog, { q, act }, { title: "Save this search", width: "400px", buttons: [] });
    },
    rename: ({ id, name, q }: SavedSearch) => {
      const act = (next: string) => write(id, next, q);
      void shell().dialogs.open(
        SaveDialog,
        { q: name, act },
        { title: "Rename a saved search", width: "400px", buttons: [] },
      );
    },
    remove: async ({ id, name, q }: SavedSearch) => {
      try {
        await finder.removeSaved(id);
        await refresh();
        shell().notifications.show({
          message: `“${name}” is no longer among your lists.`,
          action: { label: "Undo", run: () => write(id, name, q).catch(failed) },
        });
      } catch (error) {
        failed(error);
      }
    },
  };
}
