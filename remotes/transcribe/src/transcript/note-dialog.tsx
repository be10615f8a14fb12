import { MAX_NOTE_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import { Field, Textarea } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";

/** Asks what is noted at a moment of the recording. */
export function NoteDialog(props: {
  dialog: DialogActions<true>;
  at: string;
  text: string;
  act: (text: string) => Promise<unknown>;
}) {
  const [text, setText] = useState(props.text);
  const wanted = text.trim();
  return (
    <DialogForm
      dialog={props.dialog}
      confirm="Save"
      cancel="Cancel"
      disabled={wanted === "" || wanted === props.text}
      act={() => props.act(wanted)}
    >
      <Field label={`Note at ${props.at}`}>
        <Textarea
          autoFocus
          rows={4}
          resize="vertical"
          value={text}
          maxLength={MAX_NOTE_LENGTH}
          onChange={(_, { value }) => setText(value)}
        />
      </Field>
    </DialogForm>
  );
}
