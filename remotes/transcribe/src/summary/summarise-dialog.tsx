import type { Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import type { SummaryPoint } from "@tessera/contracts-transcribe/summary.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Field } from "@tessera/fluent-data";
import { ProgressBar, Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm, Notice } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useEffect, useRef, useState } from "react";
import { askAgent } from "./ask-agent.ts";
import { useWriters } from "./use-summary.ts";

interface Props {
  transcript: Transcript;
  choose(): Promise<unknown>;
  write(points: SummaryPoint[], agent: string): Promise<unknown>;
}

const SENTENCES = "";
const useStyles = makeStyles({ line: { margin: 0, color: tokens.colorNeutralForeground2 } });

export const openSummarise = (props: Props) =>
  shell().dialogs.open(SummariseDialog, props, {
    title: props.transcript.summary ? "Summarise again" : "Summarise",
    width: "440px",
    buttons: [],
  });

function SummariseDialog({ transcript, choose, write, dialog }: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const writers = useWriters();
  const [agentId, setAgent] = useState(SENTENCES);
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  const agent = writers.data?.find(({ id }) => id === agentId);
  const act = async () => {
    if (!agent) return choose();
    asking.current = new AbortController();
    try {
      const told = (done: number, all: number) => setProgress({ done, all });
      const points = await askAgent(agent.id, transcript, told, asking.current.signal);
      return await write(points, agent.name);
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm="Summarise"
      cancel="Cancel"
      act={act}
      sentence={(error) => failureWords("Nothing was changed.", error)}
    >
      {transcript.summary?.edited && (
        <Notice intent="warning">You changed the summary. It is replaced; Undo in the notice brings it back.</Notice>
      )}
      <Field label="Made of">
        <Select autoFocus value={agentId} onChange={(_, { value }) => setAgent(value)}>
          <option value={SENTENCES}>Sentences of the transcript</option>
          {writers.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {`What ${name} writes`}
            </option>
          ))}
        </Select>
      </Field>
      <p className={styles.line}>
        {agent
          ? `The text is sent to the model of ${agent.name}, whose provider may charge you for it. The agent’s limits hold. Models make mistakes: each point leads to its moment.`
          : "A few sentences are chosen on this machine, word for word, each with its time. No text is written, and nothing is sent."}
      </p>
      {writers.error && <p className={styles.line}>{`Your agents could not be loaded. ${writers.error.message}`}</p>}
      {progress && (
        <ProgressBar
          aria-label="Parts that are summarised"
          value={progress.all > 1 ? progress.done / progress.all : undefined}
        />
      )}
    </DialogForm>
  );
}
