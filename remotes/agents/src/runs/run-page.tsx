import { counted } from "@tessera/contracts-core/counted.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useNavigate, useParams } from "@tessera/router";
import { shell, useCommands, usePlace } from "@tessera/shell-api";
import { Notice, PageHead, Pane, PaneScroll, RelativeTime, RowSkeleton, StatusText, useUiSettings } from "@tessera/ui";
import { agents } from "../api.ts";
import { dollars } from "../frame/dollars.ts";
import { NotLoaded } from "../frame/not-loaded.tsx";
import { TextLink } from "../frame/text-link.tsx";
import { choosePath, comparePath } from "./compare/compare-path.ts";
import { RUN_WORDS, runPath } from "./run-words.ts";
import { ScopeNote } from "./scope-note.tsx";
import { StepView } from "./step-view.tsx";
import { useRun } from "./use-run.ts";

const useStyles = makeStyles({
  about: { display: "flex", flexDirection: "column", gap: "8px", padding: "16px" },
  line: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 16px" },
  task: { margin: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
  note: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  trace: { listStyleType: "none", margin: 0, padding: 0 },
});

/** `/agents/{id}/runs/{run}`: a run with its steps, while they happen and afterwards. */
export function RunPage() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { locale } = useUiSettings();
  const { id: agentId = "", run: runId = "" } = useParams();
  const { run, steps, error, retry } = useRun(runId);
  const name = run?.agentName ?? "Agent";
  const agentPath = `/agents/${agentId}`;
  usePlace([{ label: "Agents", path: "/agents" }, { label: name, path: agentPath }, { label: "Run" }], agentPath);
  const failed = (what: string) => (reason: unknown) =>
    shell().notifications.show({ message: `${what} ${(reason as Error).message}`, intent: "error" });
  const stop = () => void agents.stopRun(runId).catch(failed("The run was not stopped."));
  const goOnFrom = async (step: number) => {
    const sure = await shell().dialogs.confirm(
      "A new run starts with the steps before this one. Tools that ran there do not run again; later ones may.",
      { title: `Continue from step ${step}?` },
    );
    if (sure) navigate(runPath(await agents.retryRun(runId, { id: crypto.randomUUID(), step })));
  };
  useCommands(
    () => [
      {
        id: "agents.compare-run",
        title: "Compare this run with…",
        group: "Agents",
        run: () => navigate(choosePath(runId)),
      },
    ],
    [navigate, runId],
  );
  return (
    <Pane kind="detail" label="Run">
      <PageHead title={`Run of ${name}`}>{run && !run.finishedAt && <Button onClick={stop}>Stop</Button>}</PageHead>
      {error ? (
        <NotLoaded
          title="The run could not be loaded"
          error={error}
          onRetry={retry}
          back={{ label: "Go to the runs", path: "/agents/runs" }}
        />
      ) : run ? (
        <PaneScroll>
          <div className={styles.about}>
            <p className={styles.task}>{run.task}</p>
            <div className={styles.line} role="status">
              <StatusText status={RUN_WORDS[run.state][0]}>{RUN_WORDS[run.state][1]}</StatusText>
              <RelativeTime at={run.createdAt} />
              <span className={styles.note}>{counted(run.tokens, "token")}</span>
              <span className={styles.note}>{dollars(run.costMicros, locale)}</span>
            </div>
            <div className={styles.line}>
              <TextLink to={choosePath(run.id)}>Compare with…</TextLink>
            </div>
            {run.from && (
              <p className={styles.note}>
                Began before step {run.from.step} of{" "}
                <TextLink to={runPath({ agentId: run.agentId, id: run.from.runId })}>another run</TextLink>
                {". "}
                <TextLink to={comparePath(run.from.runId, run.id)}>Compare with it</TextLink>
              </p>
            )}
            {run.rule && (
              <p className={styles.note}>
                {`Started by your rule “${run.rule.name}” for `}
                <TextLink to={run.rule.cardPath}>a new card</TextLink>
              </p>
            )}
            {run.thread && (
              <p className={styles.note}>
                Follows <TextLink to={runPath({ agentId: run.agentId, id: run.thread })}>an earlier question</TextLink>
              </p>
            )}
            {run.outside && (
              <p className={styles.note}>
                This run has read content from others, so tools that write or reach out ask you first.
              </p>
            )}
            {run.scope && <ScopeNote scope={run.scope} steps={steps} />}
            {run.failure && <Notice intent="error">{run.failure}</Notice>}
          </div>
          <ol className={styles.trace} aria-label="Steps">
            {steps.map((step) => (
              <StepView
                key={step.number}
                run={run}
                step={step}
                onRetry={(at) => void goOnFrom(at).catch(failed("The run was not started."))}
              />
            ))}
          </ol>
        </PaneScroll>
      ) : (
        <RowSkeleton />
      )}
    </Pane>
  );
}
