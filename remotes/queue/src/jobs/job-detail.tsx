import { TaskListSquareLtr20Regular } from "@fluentui/react-icons/svg/task-list-square-ltr";
import type { JobDetail as Detail, Job } from "@tessera/contracts-queue/queue.ts";
import { makeStyles } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { useKeys } from "@tessera/shell-api";
import {
  EmptyState,
  ErrorState,
  Pane,
  PaneHeader,
  PaneScroll,
  Pill,
  RelativeTime,
  RowSkeleton,
  Section,
  TextButton,
  useMinWidth,
} from "@tessera/ui";
import { ActionBar, ActionButton, Card, DetailBody, DetailHead, Facts, Part, Prose } from "../detail-parts.tsx";
import { JobFamily } from "./job-family.tsx";
import { JobLog } from "./job-log.tsx";
import { JobProgress } from "./job-parts.tsx";
import { JobValue } from "./job-value.tsx";
import { canCancel, canRemove, canRetry, jobDuration, stateWords } from "./job-words.tsx";
import { askRerun } from "./rerun-job.tsx";
import { useJob } from "./use-jobs.ts";
import type { JobsList } from "./use-jobs-list.ts";

const useStyles = makeStyles({
  inset: { padding: "12px 16px" },
  trouble: {
    padding: "12px 16px",
    borderRadius: "8px",
    backgroundColor: "var(--bad-bg)",
    color: "var(--bad)",
    overflowWrap: "anywhere",
  },
  below: { paddingTop: "8px" },
  alike: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
});

/** The job that is open: how far it is, what it said, and what can be done with it. */
export function JobDetail({ model, show }: { model: JobsList; show: (id: string) => void }) {
  const styles = useStyles();
  const keyOf = useKeys();
  const { list, change } = model;
  const { job, detail, query } = useJob(list.shownId, model.rows);
  const wide = useMinWidth("lg");
  const navigate = useNavigate();

  if (!job) {
    return (
      <Pane kind="detail" label="Job">
        {query.isError ? (
          <ErrorState title="This job is not here" error={query.error} onRetry={() => void query.refetch()} />
        ) : query.isFetching ? (
          <RowSkeleton rows={3} />
        ) : (
          <EmptyState sentence="No job is open." />
        )}
      </Pane>
    );
  }

  const { word, status, icon } = stateWords[job.state];
  const group = model.groupOf(job);
  const facts = <JobFacts job={job} detail={detail} />;
  return (
    <>
      <Pane kind="detail" label={job.title}>
        <DetailHead icon={<TaskListSquareLtr20Regular />} kind="Background job">
          <Pill status={status} icon={icon}>
            {word}
          </Pill>
        </DetailHead>
        <PaneScroll>
          <DetailBody title={job.title}>
            <Card>
              <div className={styles.inset}>
                <JobProgress job={job} />
              </div>
            </Card>
            {job.error && (
              <Part title={job.state === "failed" ? "Why it failed" : "Error of the last attempt"}>
                <p className={styles.trouble}>{job.error}</p>
              </Part>
            )}
            {job.state === "waiting" && job.error && <Prose>It tries again automatically after a pause.</Prose>}
            {group && group.count > 1 && (
              <Part title="Alike">
                <div className={styles.alike}>
                  <span>{group.count.toLocaleString()} jobs failed this way.</span>
                  <ActionButton disabled={model.busy} onClick={() => void model.changeAlike("retry", group)}>
                    Retry all {group.count.toLocaleString()} like this
                  </ActionButton>
                  {!model.filter.like && (
                    <ActionButton appearance="subtle" onClick={() => model.showAlike(group)}>
                      Show them one by one
                    </ActionButton>
                  )}
                </div>
              </Part>
            )}
            <Part title="What happened">
              <JobLog key={job.id} job={job} detail={detail} />
            </Part>
            {detail && <JobFamily detail={detail} />}
            {detail && isFilled(detail.output) && (
              <Part title="Output">
                <JobValue label="Output" value={detail.output} />
              </Part>
            )}
            {detail && isFilled(detail.input) && <JobInput detail={detail} show={show} />}
            {!wide && facts}
          </DetailBody>
        </PaneScroll>
        <ActionBar>
          {canRetry(job) && (
            <ActionButton
              appearance="primary"
              keycap={keyOf("retry")}
              disabled={model.busy}
              onClick={() => void change("retry", [job])}
            >
              Retry
            </ActionButton>
          )}
          {job.path && (
            <ActionButton
              appearance={canRetry(job) || canCancel(job) ? "secondary" : "primary"}
              keycap={job.state === "done" ? "Enter" : undefined}
              onClick={() => navigate(job.path ?? "")}
            >
              {job.state === "done" ? "Open the result" : "Open its page"}
            </ActionButton>
          )}
          {canCancel(job) && (
            <ActionButton keycap={keyOf("cancel")} disabled={model.busy} onClick={() => void change("cancel", [job])}>
              Cancel job
            </ActionButton>
          )}
          {canRemove(job) && (
            <ActionButton
              appearance="subtle"
              keycap={keyOf("remove")}
              disabled={model.busy}
              onClick={() => void change("remove", [job])}
            >
              Delete
            </ActionButton>
          )}
        </ActionBar>
      </Pane>
      {wide && (
        <Pane kind="context" label="About this job">
          <PaneHeader title="About this job" level={2} line />
          <PaneScroll>
            <Section title="Facts">{facts}</Section>
          </PaneScroll>
        </Pane>
      )}
    </>
  );
}

/** What the job was given, and the way to run it again with other input where its kind takes some. */
function JobInput({ detail, show }: { detail: Detail; show: (id: string) => void }) {
  const styles = useStyles();
  const { editable } = detail;
  const rerun = async () => {
    const made = editable && (await askRerun({ ...detail, editable }));
    if (made) show(made.id);
  };
  return (
    <Part title="Input">
      <JobValue label="Input" value={detail.input} />
      {canRemove(detail) && (
        <div className={styles.below}>
          {editable ? (
            <ActionButton onClick={() => void rerun()}>Run again with other input</ActionButton>
          ) : (
            <Prose>Jobs of this kind take no other input.</Prose>
          )}
        </div>
      )}
    </Part>
  );
}

function OpenCard({ path }: { path: string }) {
  const navigate = useNavigate();
  return <TextButton onClick={() => navigate(path)}>Open the card</TextButton>;
}

/** Something to read: an empty object says nothing. */
const isFilled = (value: unknown) =>
  typeof value === "object" && value !== null ? Object.keys(value).length > 0 : value !== null && value !== undefined;

function JobFacts({ job, detail }: { job: Job; detail: Detail | undefined }) {
  return (
    <Facts
      rows={[
        ["Kind", detail?.kind],
        ["Queued", <RelativeTime key="queued" at={job.createdAt} />],
        ["Next attempt", detail?.nextAttemptAt && <RelativeTime key="next" at={detail.nextAttemptAt} />],
        ["Attempts", job.attempts.toLocaleString()],
        ["Took", job.finishedAt && jobDuration(job, new Date())],
        ["Card", job.itemId && job.path && <OpenCard key="card" path={job.path} />],
      ]}
    />
  );
}
