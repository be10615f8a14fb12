import type { Model } from "@tessera/contracts-agents/models.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Textarea } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { useQueryClient } from "@tessera/query";
import { useNavigate, useSearchParams } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { Keycap, PaneScroll, TextButton, useUiSettings } from "@tessera/ui";
import { type KeyboardEvent, useState } from "react";
import { keys } from "../api.ts";
import { ModelOptions } from "../frame/model-options.tsx";
import { useDefaults } from "../frame/use-models.ts";
import { modelLine } from "../frame/words.ts";
import { openModelDialog } from "../models/model-dialog.tsx";
import { promptPath } from "../models/paths.ts";
import { removeModel } from "../models/remove-model.ts";
import { AnswerPane } from "./answer-pane.tsx";
import { useAnswer } from "./use-answer.ts";

const useStyles = makeStyles({
  content: { padding: "16px", display: "flex", flexDirection: "column", gap: "16px" },
  choices: { display: "flex", flexWrap: "wrap", gap: "12px 16px", "& > *": { flex: "1 1 220px", maxWidth: "360px" } },
  about: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 12px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
  },
  buttons: {
    display: "flex",
    gap: "8px",
    alignItems: "center",
    "@media (max-width: 599.98px)": { "& > button": { flexGrow: 1, minHeight: "44px" } },
  },
  answers: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 340px), 1fr))",
    gap: "16px",
    alignItems: "start",
  },
});

/** Where the words of a prompt are kept until it is asked. */
const DRAFT = "agents.prompt";

/** A prompt to try one model, or two side by side. The address names them. */
export function PromptView({ models }: { models: readonly Model[] }) {
  const styles = useStyles();
  const client = useQueryClient();
  const { locale } = useUiSettings();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const defaults = useDefaults().data;
  const [text, setText] = useState(() => shell().drafts.get(DRAFT) ?? "");
  const write = (words: string) => {
    setText(words);
    if (words) shell().drafts.set(DRAFT, words);
    else shell().drafts.clear(DRAFT);
  };
  const one = useAnswer();
  const other = useAnswer();
  const modelOf = (id: string | null | undefined) => models.find((model) => model.id === id);
  const first = modelOf(search.get("model")) ?? modelOf(defaults?.prompts) ?? models[0]!;
  const second = search.has("with") ? modelOf(search.get("with")) : undefined;
  const isRunning = one.answer.state === "running" || other.answer.state === "running";
  const canAsk = !isRunning && Boolean(text.trim());
  const ask = () => {
    if (!canAsk) return;
    shell().drafts.clear(DRAFT);
    void one.ask(first.id, text.trim());
    if (second) void other.ask(second.id, text.trim());
  };
  const changed = () => void client.invalidateQueries({ queryKey: keys.all });
  const stop = () => {
    one.stop();
    other.stop();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    ask();
  };
  const choose = (model: string, beside?: string) => navigate(promptPath(model, beside), { replace: true });
  const suggested = modelOf(defaults?.comparison);
  return (
    <PaneScroll className={styles.content}>
      <div className={styles.choices}>
        <Field label="Model">
          <Select value={first.id} disabled={isRunning} onChange={(_, data) => choose(data.value, second?.id)}>
            <ModelOptions models={models} />
          </Select>
        </Field>
        <Field label="Compare with">
          <Select
            value={second?.id ?? ""}
            disabled={isRunning}
            onChange={(_, data) => choose(first.id, data.value || undefined)}
          >
            <option value="">No other model</option>
            {suggested && suggested.id !== first.id && (
              <option value={suggested.id}>{`${suggested.title} (your default)`}</option>
            )}
            <ModelOptions models={models.filter(({ id }) => id !== suggested?.id)} />
          </Select>
        </Field>
      </div>
      <div className={styles.about}>
        <span>{modelLine(first, locale)}</span>
        <TextButton onClick={() => void openModelDialog({ model: first, onDone: changed })}>
          {`Change ${first.title}`}
        </TextButton>
        <TextButton onClick={() => void removeModel(first).then(changed)}>{`Remove ${first.title}`}</TextButton>
      </div>
      <Field label="Prompt">
        <Textarea
          value={text}
          maxLength={20_000}
          rows={4}
          resize="vertical"
          onKeyDown={onKeyDown}
          onChange={(_, data) => write(data.value)}
        />
      </Field>
      <div className={styles.buttons}>
        {isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button appearance="primary" disabledFocusable={!canAsk} onClick={ask}>
            Ask
          </Button>
        )}
        <Keycap>Ctrl+Enter</Keycap>
      </div>
      <div className={styles.answers}>
        {one.answer.state !== "idle" && <AnswerPane title={first.title} answer={one.answer} />}
        {second && other.answer.state !== "idle" && <AnswerPane title={second.title} answer={other.answer} />}
      </div>
    </PaneScroll>
  );
}
