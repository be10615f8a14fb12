import type { RunStep, StepDecision } from "@tessera/contracts-agents/runs.ts";
import { shownTool } from "@tessera/contracts-agents/tool-names.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { Field, Textarea } from "@tessera/fluent-data";
import { Notice, useSubmit } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { agents } from "../api.ts";
import { fieldName, fieldsOf, readFields } from "./arguments-form.ts";
import { toolTitle } from "./run-words.ts";

const useStyles = makeStyles({
  form: { display: "flex", flexDirection: "column", gap: "12px" },
  note: { margin: 0, fontSize: "12px", lineHeight: "16px" },
  buttons: {
    display: "flex",
    flexWrap: "wrap",
    gap: "8px",
    "@media (max-width: 599.98px)": { "& > button": { flexGrow: 1, minHeight: "44px" } },
  },
});

/** What the person decides of a step: whether a tool is used, with which arguments, or what the answer is. */
export function DecisionForm({ runId, step }: { runId: string; step: RunStep }) {
  const isQuestion = shownTool(step.name)?.effect === "asks";
  return isQuestion ? <AnswerForm runId={runId} step={step} /> : <UseForm runId={runId} step={step} />;
}

function useDecision(runId: string, { number }: RunStep) {
  const [decision, setDecision] = useState<StepDecision | null>(null);
  const { busy, failure, submit } = useSubmit((error) => failureWords("The decision was not saved.", error));
  const send = (made: StepDecision) => {
    setDecision(made);
    void submit(async () => {
      await agents.decideStep(runId, number, made);
    })();
  };
  return { busy: busy ? (decision?.action ?? null) : null, failure, send };
}

function UseForm({ runId, step }: { runId: string; step: RunStep }) {
  const styles = useStyles();
  const before = step.arguments ?? {};
  const [fields, setFields] = useState(() => fieldsOf(before));
  const [reason, setReason] = useState("");
  const { busy, failure, send } = useDecision(runId, step);
  const read = readFields(before, fields);
  const unreadable = "unreadable" in read ? read.unreadable : null;
  const allow = (action: "allow" | "always") => {
    if ("values" in read) send({ action, arguments: read.values });
  };
  return (
    <div className={styles.form}>
      {step.reason && <p className={styles.note}>{step.reason}</p>}
      {Object.entries(fields).map(([name, value]) => (
        <Field
          key={name}
          label={fieldName(name)}
          validationMessage={unreadable === name ? "This cannot be read." : undefined}
        >
          <Textarea
            value={value}
            rows={value.length > 80 ? 5 : 1}
            resize="vertical"
            onChange={(_, data) => setFields((all) => ({ ...all, [name]: data.value }))}
          />
        </Field>
      ))}
      <Field label="Reason, if you refuse">
        <Textarea value={reason} rows={1} maxLength={1_000} onChange={(_, data) => setReason(data.value)} />
      </Field>
      {failure && <Notice intent="error">{failure}</Notice>}
      <div className={styles.buttons}>
        <Button
          appearance="primary"
          disabledFocusable={busy !== null || unreadable !== null}
          onClick={() => allow("allow")}
        >
          Allow once
        </Button>
        <Button disabledFocusable={busy !== null || unreadable !== null} onClick={() => allow("always")}>
          {`Always allow “${toolTitle(step)}”`}
        </Button>
        <Button disabledFocusable={busy !== null} onClick={() => send({ action: "deny", reason: reason.trim() })}>
          Refuse
        </Button>
      </div>
      <p className={styles.note}>
        Always applies to this agent and tool. Tools that write or reach out still ask once a run has read content from
        others.
      </p>
    </div>
  );
}

function AnswerForm({ runId, step }: { runId: string; step: RunStep }) {
  const styles = useStyles();
  const [text, setText] = useState("");
  const { busy, failure, send } = useDecision(runId, step);
  const canSend = busy === null && Boolean(text.trim());
  return (
    <div className={styles.form}>
      <Field label="Your answer">
        <Textarea
          value={text}
          rows={3}
          maxLength={5_000}
          resize="vertical"
          onChange={(_, data) => setText(data.value)}
        />
      </Field>
      {failure && <Notice intent="error">{failure}</Notice>}
      <div className={styles.buttons}>
        <Button
          appearance="primary"
          disabledFocusable={!canSend}
          onClick={() => canSend && send({ action: "answer", text: text.trim() })}
        >
          Send answer
        </Button>
        <Button disabledFocusable={busy !== null} onClick={() => send({ action: "deny", reason: "" })}>
          Do not answer
        </Button>
      </div>
    </div>
  );
}
