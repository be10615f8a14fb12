import { MAX_SPEAKER_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import { Checkbox, Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useId, useState } from "react";

/** Asks who speaks; a name that is there already may be changed everywhere at once. */
export function SpeakerDialog(props: {
  dialog: DialogActions<true>;
  speaker: string | null;
  known: readonly string[];
  act: (speaker: string | null, everywhere: boolean) => Promise<unknown>;
}) {
  const { dialog, speaker, known } = props;
  const [name, setName] = useState(speaker ?? "");
  const [everywhere, setEverywhere] = useState(speaker !== null);
  const listId = useId();
  const wanted = name.trim();
  return (
    <DialogForm
      dialog={dialog}
      confirm="Save"
      cancel="Cancel"
      disabled={wanted === (speaker ?? "")}
      act={() => props.act(wanted || null, everywhere)}
    >
      <Field label="Speaker">
        <Input
          autoFocus
          list={listId}
          value={name}
          maxLength={MAX_SPEAKER_LENGTH}
          onChange={(_, { value }) => setName(value)}
        />
      </Field>
      <datalist id={listId}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {speaker && (
        <Checkbox
          label={`Everywhere ${speaker} speaks`}
          checked={everywhere}
          onChange={(_, { checked }) => setEverywhere(checked === true)}
        />
      )}
    </DialogForm>
  );
}
