import type { Agent } from "@tessera/contracts-agents/agents.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Textarea } from "@tessera/fluent-data";
import { shell } from "@tessera/shell-api";
import { Keycap } from "@tessera/ui";
import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import { useConversation } from "./use-conversation.ts";

// Markdown is for answers alone.
const AnswerPane = lazy(async () => ({ default: (await import("../prompt/answer-pane.tsx")).AnswerPane }));

const useStyles = makeStyles({
  section: { display: "flex", flexDirection: "column", gap: "16px", minWidth: 0 },
  heading: { margin: 0, fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  words: { margin: 0, color: tokens.colorNeutralForeground2 },
  turn: { display: "flex", flexDirection: "column", gap: "8px" },
  question: {
    alignSelf: "end",
    maxWidth: "90%",
    padding: "8px 12px",
    borderRadius: "8px",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    backgroundColor: tokens.colorNeutralBackground3,
  },
  because: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  buttons: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    "@media (max-width: 599.98px)": { "& > button": { flexGrow: 1, minHeight: "44px" } },
  },
});

/** A conversation with an agent as it was saved. It is not kept. */
export function TryOut({ agent, onAnswered }: { agent: Agent; onAnswered: () => void }) {
  const styles = useStyles();
  const { turns, isRunning, ask, stop, clear } = useConversation(agent.id, onAnswered);
  const place = `agents.question.${agent.id}`;
  const [text, setText] = useState(() => shell().drafts.get(place) ?? "");
  const write = (words: string) => {
    setText(words);
    if (words) shell().drafts.set(place, words);
    else shell().drafts.clear(place);
  };
  const canAsk = !isRunning && Boolean(text.trim());
  const send = () => {
    if (!canAsk) return;
    void ask(text.trim());
    write("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <section className={styles.section} aria-label="Try it">
      <h2 className={styles.heading}>Try it</h2>
      {turns.length === 0 && (
        <p className={styles.words}>Ask {agent.name} something. It answers with the settings as they were saved.</p>
      )}
      <Suspense>
        {turns.map(({ id, question, model, because, answer }) => (
          <div key={id} className={styles.turn}>
            <div className={styles.question}>{question}</div>
            {because && <p className={styles.because}>{`Another model answers. ${because}`}</p>}
            <AnswerPane title={model ?? agent.name} answer={answer} />
          </div>
        ))}
      </Suspense>
      <Field label="Question">
        <Textarea
          value={text}
          maxLength={20_000}
          rows={3}
          resize="vertical"
          onKeyDown={onKeyDown}
          onChange={(_, data) => write(data.value)}
        />
      </Field>
      <div className={styles.buttons}>
        {isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button appearance="primary" disabledFocusable={!canAsk} onClick={send}>
            Ask
          </Button>
        )}
        {turns.length > 0 && !isRunning && <Button onClick={clear}>New conversation</Button>}
        <Keycap>Ctrl+Enter</Keycap>
      </div>
    </section>
  );
}
