import type { Agent } from "@tessera/contracts-agents/agents.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Textarea } from "@tessera/fluent-data";
import { useQuery, useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell, useLive } from "@tessera/shell-api";
import { Notice, RelativeTime, StatusText, useSubmit, useUiSettings } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { agents, keys } from "../api.ts";
import { TextLink } from "../frame/text-link.tsx";
import { POLL_MS } from "../frame/use-models.ts";
import { RUN_WORDS, runPath, taskDraft } from "./run-words.ts";

/** Runs that the agent's page lists. */
const SHOWN = 20;

const useStyles = makeStyles({
  section: { display: "flex", flexDirection: "column", gap: "16px", minWidth: 0 },
  heading: { margin: 0, fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  words: { margin: 0, color: tokens.colorNeutralForeground2 },
  buttons: { "@media (max-width: 599.98px)": { "& > button": { width: "100%", minHeight: "44px" } } },
  list: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column", gap: "12px" },
  row: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2px 12px", minWidth: 0 },
  task: { flex: "1 1 200px", minWidth: 0, overflowWrap: "anywhere" },
});

/** Tasks that the agent works on alone, and those before. */
export function RunsSection({ agent }: { agent: Agent }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { timeZone } = useUiSettings();
  const place = taskDraft(agent.id);
  const [task, setTask] = useState(() => shell().drafts.get(place) ?? "");
  const key = keys.runs(agent.id);
  const live = useLive("agents.run", () => void client.invalidateQueries({ queryKey: key }));
  const runs = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => agents.runs({ agent: agent.id, limit: SHOWN }, signal),
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  const { busy, failure, submit } = useSubmit((error) => failureWords("The run was not started.", error));
  const write = (words: string) => {
    setTask(words);
    if (words) shell().drafts.set(place, words);
    else shell().drafts.clear(place);
  };
  const start = submit(async () => {
    if (!task.trim()) return;
    const run = await agents.startRun(agent.id, { id: crypto.randomUUID(), task: task.trim(), timeZone });
    shell().drafts.clear(place);
    navigate(runPath(run));
  });
  return (
    <section className={styles.section} aria-label="Runs">
      <h2 className={styles.heading}>Runs</h2>
      <p className={styles.words}>
        Give {agent.name} a task. It works on it with the tools that you allow, also while this page is closed.
      </p>
      <form className={styles.section} onSubmit={start} aria-label="New run">
        <Field label="Task">
          <Textarea
            value={task}
            rows={3}
            maxLength={20_000}
            resize="vertical"
            onChange={(_, data) => write(data.value)}
          />
        </Field>
        {failure && <Notice intent="error">{failure}</Notice>}
        <div className={styles.buttons}>
          <Button type="submit" appearance="primary" disabledFocusable={busy || !task.trim()}>
            Start the run
          </Button>
        </div>
      </form>
      {runs.isError && <Notice intent="error">{`The runs could not be loaded. ${runs.error.message}`}</Notice>}
      {runs.data && runs.data.items.length > 0 && (
        <ul className={styles.list} aria-label="Runs of the agent">
          {runs.data.items.map((run) => (
            <li key={run.id} className={styles.row}>
              <span className={styles.task}>
                <TextLink to={runPath(run)}>{run.task.length > 120 ? `${run.task.slice(0, 120)}…` : run.task}</TextLink>
              </span>
              <StatusText status={RUN_WORDS[run.state][0]}>{RUN_WORDS[run.state][1]}</StatusText>
              <RelativeTime at={run.createdAt} />
            </li>
          ))}
        </ul>
      )}
      {runs.data?.nextCursor && <TextLink to="/agents/runs">All runs</TextLink>}
    </section>
  );
}
