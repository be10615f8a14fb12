import { MAX_FILTER_NAME_LENGTH } from "@tessera/contracts-queue/limits.ts";
import type { NewSavedFilter, SavedFilter } from "@tessera/contracts-queue/queue.ts";
import { Field, Input } from "@tessera/fluent-data";
import { useQuery, useQueryClient } from "@tessera/query";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import type { QueueAddress } from "../queue-address.ts";
import { queueApi, queueKeys } from "../queue-api.ts";

const NONE: SavedFilter[] = [];

/** Filters that the person keeps, and what is done with them. */
export function useSavedFilters(enabled: boolean) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: queueKeys.filters,
    queryFn: ({ signal }) => queueApi.filters(signal),
    enabled,
    staleTime: 60_000,
  });
  const write = async (filter: NewSavedFilter) => {
    await queueApi.saveFilter(filter);
    await client.invalidateQueries({ queryKey: queueKeys.filters });
  };
  const failed = (error: unknown) =>
    shell().notifications.show({ intent: "error", message: failureWords("Nothing was changed.", error) });
  return {
    filters: data?.filters ?? NONE,
    /** Asks for a name; `words` say what the filter shows. */
    save: ({ jobState, kind, hours, q }: QueueAddress, words: string) => {
      const act = (name: string) =>
        write({ name, state: jobState ?? null, queue: kind ?? null, hours: hours ?? null, q });
      return shell().dialogs.open(
        SaveFilter,
        { words, act },
        { title: "Save this filter", width: "400px", buttons: [] },
      );
    },
    remove: async ({ id, ...filter }: SavedFilter) => {
      try {
        await queueApi.deleteFilter(id);
        await client.invalidateQueries({ queryKey: queueKeys.filters });
        shell().notifications.show({
          message: `“${filter.name}” is no longer among your filters.`,
          action: { label: "Undo", run: () => write(filter).catch(failed) },
        });
      } catch (error) {
        failed(error);
      }
    },
  };
}

function SaveFilter(props: { words: string; act: (name: string) => Promise<void>; dialog: DialogActions<true> }) {
  const [name, setName] = useState(props.words.slice(0, MAX_FILTER_NAME_LENGTH));
  return (
    <DialogForm
      dialog={props.dialog}
      confirm="Save filter"
      cancel="Cancel"
      disabled={!name.trim()}
      act={() => props.act(name.trim())}
      sentence={(error) => failureWords("Nothing was saved.", error)}
    >
      <Field label="Name" required>
        <Input value={name} maxLength={MAX_FILTER_NAME_LENGTH} autoFocus onChange={(_, data) => setName(data.value)} />
      </Field>
    </DialogForm>
  );
}
