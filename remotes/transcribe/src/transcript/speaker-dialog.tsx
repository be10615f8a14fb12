import { MAX_SPEAKER_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import { Field, Input } from "@tessera/fluent-data";
import { Radio, RadioGroup } from "@tessera/fluent-extra";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useId, useState } from "react";
import type { Which } from "./speakers.ts";

/** Asks who speaks, and in which sentences: naming each change of speaker once names a whole recording. */
export function SpeakerDialog(props: {
  dialog: DialogActions<true>;
  speaker: string | null;
  known: readonly string[];
  act: (speaker: string | null, which: Which) => Promise<unknown>;
}) {
  const { dialog, speaker, known } = props;
  const [name, setName] = useState(speaker ?? "");
  const [which, setWhich] = useState<Which>(speaker ? "everywhere" : "following");
  const listId = useId();
  const wanted = name.trim();
  return (
    <DialogForm
      dialog={dialog}
      confirm="Save"
      cancel="Cancel"
      disabled={wanted === (speaker ?? "")}
      act={() => props.act(wanted || null, which)}
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
      <Field label="Sentences">
        <RadioGroup value={which} onChange={(_, { value }) => setWhich(value as Which)}>
          {speaker && <Radio value="everywhere" label={`Everywhere ${speaker} speaks`} />}
          <Radio
            value="following"
            label={speaker ? "From this one until the next speaker" : "From this one until the next one with a name"}
          />
          <Radio value="one" label="This one" />
        </RadioGroup>
      </Field>
    </DialogForm>
  );
}
