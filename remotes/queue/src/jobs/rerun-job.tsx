import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import type { Job, JobDetail } from "@tessera/contracts-queue/queue.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Field, Textarea } from "@tessera/fluent-data";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { queueApi } from "../queue-api.ts";

const useStyles = makeStyles({
  text: { "& textarea": { minHeight: "200px", fontFamily: tokens.fontFamilyMonospace, fontSize: "12px" } },
});

/** Asks for other input and runs the job once more with it. @returns the new job; undefined when it was left */
export const askRerun = (job: JobDetail & { editable: object }): Promise<Job | undefined> => {
  let made: Job | undefined;
  return shell()
    .dialogs.open<true, Props>(
      RerunDialog,
      {
        input: job.editable.input,
        act: async (input) => {
          made = await queueApi.rerun(job.id, { input });
        },
      },
      { title: "Run again with other input", width: "560px", buttons: [] },
    )
    .then(() => made);
};

interface Props {
  input: Record<string, unknown>;
  act: (input: Record<string, unknown>) => Promise<void>;
}

/** The refused places under the sentence: "/input/action: Invalid option". */
function sentence(error: unknown): string {
  const { message } = error as Error;
  const places = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  return ["Nothing was started.", message, ...places.map((place) => `${place.path}: ${place.message}.`)].join(" ");
}

function RerunDialog({ input, act, dialog }: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [text, setText] = useState(() => JSON.stringify(input, null, 2));
  const { value, fault } = parsed(text);
  return (
    <DialogForm
      dialog={dialog}
      confirm="Run again"
      cancel="Cancel"
      disabled={!value}
      act={() => act(value ?? {})}
      sentence={sentence}
    >
      <Field
        label="Input, as JSON"
        hint="The job you opened stays as it is. This starts a new one."
        validationMessage={fault}
        required
      >
        <Textarea
          className={styles.text}
          value={text}
          spellCheck={false}
          autoFocus
          onChange={(_, data) => setText(data.value)}
        />
      </Field>
    </DialogForm>
  );
}

function parsed(text: string): { value?: Record<string, unknown>; fault?: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { value: value as Record<string, unknown> };
    return { fault: "Write an object: names and values in braces." };
  } catch (error) {
    return { fault: `This is not JSON yet: ${(error as Error).message}` };
  }
}
