import { MAX_SAVED_NAME } from "@tessera/contracts-items/search/limits.ts";
import { Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";

/** Asks what a search is called among the lists. */
export function SaveDialog({
  dialog,
  q,
  act,
}: {
  dialog: DialogActions<true>;
  q: string;
  act: (name: string) => Promise<unknown>;
}) {
  const [name, setName] = useState(q.slice(0, MAX_SAVED_NAME));
  return (
    <DialogForm dialog={dialog} confirm="Save" cancel="Cancel" disabled={!name.trim()} act={() => act(name.trim())}>
      <Field label="Name" hint="It appears among your lists and always shows the current matches.">
        <Input autoFocus value={name} maxLength={MAX_SAVED_NAME} onChange={(_, { value }) => setName(value)} />
      </Field>
    </DialogForm>
  );
}
