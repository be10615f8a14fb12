import { MAX_GIVEN_CARDS } from "@tessera/contracts-agents/limits.ts";
import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Textarea } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { useQueryClient } from "@tessera/query";
import { type CardsToAsk, type DialogActions, shell } from "@tessera/shell-api";
import { Keycap, Notice, TextButton, useUiSettings } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useAgents } from "../agents/use-agents.ts";
import { agents, keys } from "../api.ts";
import { TextLink } from "../frame/text-link.tsx";
import { agentOf, choicesOf, firstChoice } from "./ask-agent.ts";
import { type Asked, AskedTurn } from "./asked-turn.tsx";
import { CardsChips } from "./cards-chips.tsx";

export interface AskProps {
  /** What the field begins with. */
  text?: string;
  /** The cards that are asked about; without them, all. */
  about?: CardsToAsk;
}

const useStyles = makeStyles({
  frame: { display: "flex", flexDirection: "column", gap: "16px", minWidth: 0 },
  words: { margin: 0, color: tokens.colorNeutralForeground2 },
  thread: { display: "flex", flexDirection: "column", gap: "16px", minWidth: 0 },
  // Over the conversation, which scrolls below it.
  form: {
    display: "flex",
    flexDirection: "column",
    gap: "12px",
    minWidth: 0,
    position: "sticky",
    bottom: 0,
    padding: "8px 0",
    backgroundColor: tokens.colorNeutralBackground1,
  },
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 12px",
    "& > select, & > span:has(> select)": { minWidth: 0, maxWidth: "240px" },
  },
  end: { marginLeft: "auto", display: "flex", alignItems: "center", gap: "12px" },
  send: { "@media (max-width: 599.98px)": { minHeight: "44px" } },
});

/** Where a question is kept until it was asked. */
const DRAFT = "agents.ask";

/** A question with what it is about, and what was asked of it before. */
interface Thread {
  of: CardsToAsk["of"];
  cards: CardsToAsk["cards"];
  left: number;
  turns: readonly Asked[];
}
/** The newest thread of this page: a citation that is opened closes the dialog. */
let latest: Thread | null = null;

const threadOf = ({ of, cards, total }: CardsToAsk = { of: "card", cards: [], total: 0 }): Thread => {
  const first = cards.slice(0, MAX_GIVEN_CARDS);
  return { of, cards: first, left: Math.max(0, total - first.length), turns: [] };
};

/** Asks about cards, and keeps asking: each question is a run of an agent. */
export function AskDialog({ text: begun, about, dialog }: AskProps & { dialog: DialogActions }) {
  const styles = useStyles();
  const client = useQueryClient();
  const { timeZone } = useUiSettings();
  const { data, error: notLoaded } = useAgents().query;
  const [thread, setThread] = useState(() => threadOf(about));
  const [before, setBefore] = useState(latest);
  const [text, setText] = useState(() => begun ?? shell().drafts.get(DRAFT) ?? "");
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isOver, setIsOver] = useState(true);
  const [failure, setFailure] = useState<Error | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  /** The same question that is sent again begins no second run. */
  const sent = useRef({ request: "", id: "" });
  useEffect(() => field.current?.focus(), []);
  const known = data?.items ?? [];
  const choice = chosen ?? firstChoice(known);
  const { cards, turns } = thread;
  const canAsk = !busy && isOver && Boolean(text.trim());

  const change = (next: Thread) => {
    setThread(next);
    if (next.turns.length > 0) latest = next;
  };
  const write = (words: string) => {
    setText(words);
    if (words) shell().drafts.set(DRAFT, words);
    else shell().drafts.clear(DRAFT);
  };
  const ask = async () => {
    const question = text.trim();
    setBusy(true);
    setFailure(null);
    try {
      const { items } = await client.fetchQuery({ queryKey: keys.agents, queryFn: () => agents.agents() });
      const agentId = await agentOf(chosen ?? firstChoice(items));
      setChosen(agentId);
      if (!items.some(({ id }) => id === agentId)) void client.invalidateQueries({ queryKey: keys.agents });
      const follows = turns.at(-1)?.id;
      const about = cards.length > 0 ? { cards: cards.map(({ id }) => id) } : {};
      const run = { task: question, timeZone, conversation: true, ...about, ...(follows ? { follows } : {}) };
      const request = JSON.stringify([agentId, run]);
      if (sent.current.request !== request) sent.current = { request, id: crypto.randomUUID() };
      const { id } = await agents.startRun(agentId, { id: sent.current.id, ...run });
      setIsOver(false);
      setBefore(null);
      change({ ...thread, turns: [...turns, { id, agentId, question }] });
      write("");
    } catch (error) {
      setFailure(error as Error);
    }
    setBusy(false);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (canAsk) void ask();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    send(event);
  };
  const goOn = (to: Thread) => {
    setThread(to);
    setBefore(null);
    field.current?.focus();
  };
  const leaveOut = (out: CardsToAsk["cards"]) => {
    const stay = cards.filter((card) => !out.includes(card));
    change({ ...thread, cards: stay, left: stay.length > 0 ? thread.left : 0 });
    field.current?.focus();
  };
  const [first] = before?.turns ?? [];
  return (
    <div className={styles.frame}>
      {cards.length > 0 ? (
        <CardsChips of={thread.of} cards={cards} left={thread.left} onRemove={leaveOut} />
      ) : (
        <p className={styles.words}>About all your cards, as far as the agent may read them.</p>
      )}
      {before && first && turns.length === 0 && (
        <p className={styles.words}>
          <TextButton onClick={() => goOn(before)}>{`Continue “${first.question}”`}</TextButton>
        </p>
      )}
      {turns.length > 0 && (
        <div className={styles.thread} role="log" aria-label="Conversation">
          {turns.map((asked) => (
            <AskedTurn
              key={asked.id}
              asked={asked}
              onOver={() => asked === turns.at(-1) && setIsOver(true)}
              onLeave={() => dialog.cancel()}
            />
          ))}
        </div>
      )}
      <form className={styles.form} onSubmit={send} aria-label="Question">
        <Field label={turns.length > 0 ? "Next question" : "Question"}>
          <Textarea
            ref={field}
            value={text}
            rows={2}
            maxLength={20_000}
            resize="vertical"
            data-autofocus=""
            onKeyDown={onKeyDown}
            onChange={(_, data) => write(data.value)}
          />
        </Field>
        {failure && (
          <Notice
            intent="error"
            actions={
              failure instanceof ProblemError && failure.status === 402 ? (
                <TextLink to="/billing">Open billing</TextLink>
              ) : undefined
            }
          >
            {failureWords("The question was not asked.", failure)}
          </Notice>
        )}
        {notLoaded && !failure && (
          <Notice intent="error">{`Your agents could not be loaded. ${notLoaded.message}`}</Notice>
        )}
        <div className={styles.row}>
          <Select aria-label="Agent" value={choice} onChange={(_, data) => setChosen(data.value)}>
            {choicesOf(known).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <span className={styles.end}>
            <Keycap>Enter</Keycap>
            <Button type="submit" appearance="primary" className={styles.send} disabledFocusable={!canAsk}>
              Ask
            </Button>
          </span>
        </div>
      </form>
    </div>
  );
}
