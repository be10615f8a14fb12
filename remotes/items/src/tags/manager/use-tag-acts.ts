import type { TagChange, TagColour, TagInfo } from "@tessera/contracts-items/tag-changes.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useEffect, useState } from "react";
import { items, keys } from "../../api.ts";
import { changeTags, refreshTags } from "./change-tags.ts";
import { NameTagDialog } from "./name-tag-dialog.tsx";

/** Ms between looks at a change that continues in the background. */
const POLL_MS = 1000;
const isBusy = (change: TagChange | undefined) => change?.state === "running" || change?.state === "undoing";

/** What can be done with tags, and the change that is in progress. */
export function useTagActs(onChanged: () => void) {
  const client = useQueryClient();
  const [last, setLast] = useState<TagChange>();
  const followed = useQuery({
    queryKey: keys.tagChange(last?.id ?? ""),
    queryFn: ({ signal }) => items.tagChange(last?.id ?? "", signal),
    enabled: isBusy(last),
    refetchInterval: ({ state }) => (isBusy(state.data ?? last) ? POLL_MS : false),
  });
  const state = followed.data?.state;
  useEffect(() => {
    if (state === "done" || state === "undone") refreshTags(client);
  }, [state, client]);

  /** Shows what follows from another change; one that is undone has another state under the same id. */
  const follow = (change: TagChange) => {
    client.removeQueries({ queryKey: keys.tagChange(change.id) });
    setLast(change);
  };
  const change = async (tags: TagInfo[], to: string | null) => {
    const names = tags.map(({ tag }) => tag);
    follow(await changeTags(client, names, to, follow));
    onChanged();
  };
  const failed = (error: unknown) =>
    shell().notifications.show({ message: failureWords("Nothing was changed.", error), intent: "error" });
  return {
    busy: isBusy(last) && isBusy(followed.data ?? last) ? (followed.data ?? last) : undefined,
    rename: (tags: TagInfo[]) =>
      void shell().dialogs.open(
        NameTagDialog,
        { tags, act: (name: string) => change(tags, name) },
        { title: tags.length > 1 ? `Merge ${tags.length} tags` : "Rename a tag", width: "400px", buttons: [] },
      ),
    remove: (tags: TagInfo[]) => change(tags, null).catch(failed),
    colour: (tag: string, colour: TagColour | null) =>
      items.styleTag({ tag, colour }).then(() => client.invalidateQueries({ queryKey: keys.tagLists }), failed),
  };
}
