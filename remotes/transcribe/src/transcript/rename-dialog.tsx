import { MAX_TITLE_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import { Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";

/** Asks what a recording is called from now on. */
export function RenameDialog({
  dialog,
  title,
  act,
}: {
  dialog: DialogActions<true>;
  title: string;
  act: (title: string) => Promise<unknown>;
}) {
  const [name, setName] = useState(title);
  const wanted = name.trim();
  return (
    <DialogForm
      dialog={dialog}
      confirm="Rename"
      cancel="Cancel"
      disabled={wanted === "" || wanted === title}
      act={() => act(wanted)}
    >
      <Field label="Name">
        <Input autoFocus value={name} maxLength={MAX_TITLE_LENGTH} onChange={(_, { value }) => setName(value)} />
      </Field>
    </DialogForm>
  );
}
