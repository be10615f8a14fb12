import type { SummaryPoint, TranscriptSummary } from "@tessera/contracts-transcribe/summary.ts";
import { Field, Textarea } from "@tessera/fluent-data";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { readPoints, withMoments, written } from "./points.ts";

interface Props {
  summary: TranscriptSummary;
  seconds: number | null;
  save(points: SummaryPoint[]): Promise<unknown>;
}

export const openEditSummary = (props: Props) =>
  shell().dialogs.open(EditSummaryDialog, props, { title: "Edit the summary", width: "640px", buttons: [] });

function EditSummaryDialog({ summary, seconds, save, dialog }: Props & { dialog: DialogActions<true> }) {
  const before = written(summary.points);
  const [text, setText] = useState(before);
  const { points, others } = readPoints(text, seconds ?? Number.POSITIVE_INFINITY);
  const wrong = others.length
    ? `Begin each line with a time in the recording, such as [1:02]: “${others[0]!.slice(0, 60)}” does not.`
    : undefined;
  return (
    <DialogForm
      dialog={dialog}
      confirm="Save"
      cancel="Cancel"
      disabled={wrong !== undefined || points.length === 0 || text === before}
      act={() => save(withMoments(points, summary.points))}
      sentence={(error) => failureWords("Nothing was saved.", error)}
    >
      <Field label="Points" hint="One a line, behind its time in brackets." validationMessage={wrong}>
        <Textarea autoFocus rows={10} value={text} onChange={(_, { value }) => setText(value)} />
      </Field>
    </DialogForm>
  );
}
