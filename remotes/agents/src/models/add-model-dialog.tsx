import type { Provider } from "@tessera/contracts-agents/providers.ts";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { agents } from "../api.ts";

interface Props {
  providers: readonly Provider[];
  onDone: () => void;
}

/** Adds a model that its provider does not list. */
export const openAddModelDialog = (props: Props) =>
  shell().dialogs.open(AddModelDialog, props, { title: "Add a model", buttons: [] });

const sentence = (error: unknown) => failureWords("Nothing was saved.", error);

function AddModelDialog({ providers, onDone, dialog }: Props & { dialog: DialogActions<true> }) {
  const [providerId, setProviderId] = useState(providers[0]!.id);
  const [name, setName] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const act = async () => {
    await agents.createModel({ providerId, name: name.trim() }, key);
    onDone();
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm="Add model"
      cancel="Cancel"
      disabled={!name.trim()}
      act={act}
      sentence={sentence}
    >
      <Field label="Provider">
        <Select value={providerId} onChange={(_, data) => setProviderId(data.value)}>
          {providers.map(({ id, name: title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Name" required hint="Exactly as the provider writes it.">
        <Input
          value={name}
          maxLength={300}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={(_, data) => setName(data.value)}
        />
      </Field>
    </DialogForm>
  );
}
