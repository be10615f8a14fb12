import { ArrowUndo16Regular } from "@fluentui/react-icons/svg/arrow-undo";
import { Bot20Regular } from "@fluentui/react-icons/svg/bot";
import { Clock16Regular, Clock20Regular } from "@fluentui/react-icons/svg/clock";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link, useNavigate } from "@tessera/router";
import { useKeys } from "@tessera/shell-api";
import {
  EmptyState,
  ErrorState,
  IconButton,
  Pane,
  PaneHeader,
  PaneScroll,
  Pill,
  RelativeTime,
  RowSkeleton,
  Section,
  useMinWidth,
} from "@tessera/ui";
import { ActionBar, ActionButton, Card, DetailBody, DetailHead, Facts, Part, Prose } from "../detail-parts.tsx";
import { JobLog } from "../jobs/job-log.tsx";
import { JobProgress } from "../jobs/job-parts.tsx";
import { useJob } from "../jobs/use-jobs.ts";
import { CommentField } from "./comment-field.tsx";
import { AgentPart, isAssignable, withAgent } from "./entry-agent.tsx";
import { expiryWords, kindOf, settledWord } from "./entry-kinds.tsx";
import { KindView } from "./kind-view.tsx";
import { untilWords } from "./snooze.ts";
import { useEntry } from "./use-entries.ts";
import { canDecide, type EntriesList } from "./use-entries-list.ts";

const useStyles = makeStyles({
  job: {
    display: "block",
    padding: "12px 16px",
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
});

/** The entry that is open: what it is, why it is here, and the bar of decisions. */
export function EntryDetail({ model }: { model: EntriesList }) {
  const styles = useStyles();
  const keyOf = useKeys();
  const { list, act } = model;
  const { entry, query } = useEntry(list.shownId, model.rows);
  const { job, detail } = useJob(entry?.jobId ?? undefined, []);
  const wide = useMinWidth("lg");
  const navigate = useNavigate();
  const decidable = entry !== undefined && canDecide(entry);

  if (!entry) {
    return (
      <Pane kind="detail" label="Entry">
        {query.isError ? (
          <ErrorState title="This entry is not here" error={query.error} onRetry={() => void query.refetch()} />
        ) : query.isFetching ? (
          <RowSkeleton rows={3} />
        ) : (
          <EmptyState sentence="Nothing is open." />
        )}
      </Pane>
    );
  }

  const kind = kindOf(entry);
  const open = entry.path && (
    <ActionButton
      appearance={kind.acceptFirst ? "secondary" : "primary"}
      keycap="Enter"
      onClick={() => navigate(entry.path ?? "")}
    >
      {kind.open}
    </ActionButton>
  );
  const snooze = list.isPhone ? (
    <IconButton icon={<Clock20Regular />} label="Snooze" onClick={() => void model.snooze([entry])} />
  ) : (
    <ActionButton appearance="subtle" keycap={keyOf("snooze")} onClick={() => void model.snooze([entry])}>
      Snooze
    </ActionButton>
  );
  const assign = decidable && isAssignable(entry) && (
    <IconButton
      icon={<Bot20Regular />}
      label="Assign to an agent"
      shortcut={keyOf("assign")}
      onClick={() => void model.assign([entry])}
    />
  );
  const facts = (
    <Facts
      rows={[
        ["Arrived", <RelativeTime key="arrived" at={entry.createdAt} />],
        ["Kind", kind.group],
        ["Assigned to", decidable ? (withAgent(entry) ? (entry.agent?.name ?? "An agent") : "You") : null],
        ["Snoozed until", entry.snoozeUntil && untilWords(new Date(entry.snoozeUntil))],
        ["If you do not decide", decidable ? expiryWords(entry) : null],
        ["Settled", decidable ? null : <RelativeTime key="settled" at={entry.updatedAt} />],
      ]}
    />
  );
  return (
    <>
      <Pane kind="detail" label={entry.title}>
        <DetailHead icon={kind.icon} kind={kind.group}>
          {assign}
          {list.isPhone && decidable && snooze}
          {entry.urgent && decidable && <Pill status="bad">Urgent</Pill>}
          {entry.snoozeUntil && (
            <Pill status="warn" icon={<Clock16Regular />}>
              Back {untilWords(new Date(entry.snoozeUntil))}
            </Pill>
          )}
          {!decidable && <Pill status={entry.state === "declined" ? "idle" : "ok"}>{settledWord(entry)}</Pill>}
        </DetailHead>
        <PaneScroll>
          <DetailBody title={entry.title}>
            {entry.line && <Prose>{entry.line}</Prose>}
            {entry.agent && (
              <AgentPart agent={entry.agent} onTakeBack={withAgent(entry) ? () => model.takeBack(entry) : undefined} />
            )}
            <KindView entry={entry} part="Detail" />
            {job && (
              <Part title="The job">
                <Card>
                  <Link className={styles.job} to={`/queue?view=jobs&job=${job.id}`}>
                    <JobProgress job={job} state />
                  </Link>
                </Card>
              </Part>
            )}
            <Part title="Why it is here">
              <Prose>{kind.why}</Prose>
            </Part>
            {decidable ? (
              <Part title="Comment">
                <CommentField id={entry.id} />
              </Part>
            ) : (
              entry.comment && (
                <Part title="Comment">
                  <Prose>{entry.comment}</Prose>
                </Part>
              )
            )}
            {!wide && facts}
          </DetailBody>
        </PaneScroll>
        <ActionBar note={decidable ? "Decisions can be undone" : undefined}>
          {decidable ? (
            <>
              {!kind.acceptFirst && open}
              <ActionButton
                appearance={kind.acceptFirst ? "primary" : "secondary"}
                keycap={keyOf("accept")}
                onClick={() => act([entry], { action: "accept" })}
              >
                {kind.accept}
              </ActionButton>
              {kind.acceptFirst && open}
              <ActionButton keycap={keyOf("decline")} onClick={() => act([entry], { action: "decline" })}>
                {kind.decline}
              </ActionButton>
              {!list.isPhone && snooze}
            </>
          ) : (
            <>
              {open}
              {entry.state !== "closed" && (
                <ActionButton icon={<ArrowUndo16Regular />} onClick={() => act([entry], { action: "reopen" })}>
                  Put it back
                </ActionButton>
              )}
            </>
          )}
        </ActionBar>
      </Pane>
      {wide && (
        <Pane kind="context" label="About this entry">
          <PaneHeader title="About this entry" level={2} line />
          <PaneScroll>
            <Section title="Facts">{facts}</Section>
            <KindView entry={entry} part="Context" />
            {job && (
              <Section title="What the job did">
                <JobLog job={job} detail={detail} />
              </Section>
            )}
          </PaneScroll>
        </Pane>
      )}
    </>
  );
}
