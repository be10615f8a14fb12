import { makeStyles, tokens } from "@tessera/fluent";
import { usePlace } from "@tessera/shell-api";
import { ErrorState, PageHead, Pane, PaneScroll, RowSkeleton, ViewTabs } from "@tessera/ui";
import { type ReactNode, useState } from "react";
import { InternalJobRows } from "./internal-job-rows.tsx";
import { NumbersView } from "./numbers-view.tsx";
import { ScheduleRows } from "./schedule-rows.tsx";
import { mayTryAgain, type Span, useNumbers, useScheduleActs, useSchedules } from "./use-background.ts";

const phone = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  content: { padding: "16px 24px 48px", [phone]: { padding: "12px 16px 32px" } },
  part: { marginBottom: "32px" },
  head: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "4px 16px",
    "& [role=tablist]": { padding: 0 },
  },
  title: { fontSize: "14px", lineHeight: "32px", fontWeight: 600, margin: 0 },
  about: { margin: "0 0 12px", color: tokens.colorNeutralForeground2 },
});

const SPANS = [
  { id: "day", label: "Last 24 hours" },
  { id: "week", label: "Last 7 days" },
];

/** `/settings/background-work`: schedules and job statistics of all services. For administrators. */
export default function BackgroundPage() {
  const styles = useStyles();
  const [span, setSpan] = useState<Span>("day");
  const schedules = useSchedules();
  const numbers = useNumbers(span);
  const acts = useScheduleActs();
  usePlace([{ label: "Settings", path: "/settings" }, { label: "Background work" }], "/settings");
  const { error } = schedules;
  const failure = (title: string, query: { error: Error | null; refetch(): unknown }) => (
    <ErrorState
      title={title}
      error={query.error}
      onRetry={mayTryAgain(query.error) ? () => void query.refetch() : undefined}
    />
  );
  return (
    <Pane kind="detail" label="Background work">
      <PageHead area="Settings" title="Background work" />
      <PaneScroll>
        <div className={styles.content}>
          {error && !schedules.data && !mayTryAgain(error) ? (
            failure("Background work cannot be shown", schedules)
          ) : (
            <>
              <Part
                title="Schedules"
                about="Recurring jobs of all services. A paused schedule stays paused in every process until it is resumed."
              >
                {schedules.data ? (
                  <ScheduleRows schedules={schedules.data} acts={acts} />
                ) : schedules.isError ? (
                  failure("Schedules cannot be shown", schedules)
                ) : (
                  <RowSkeleton rows={6} />
                )}
              </Part>
              {!schedules.isPending && (
                <Part
                  title="Internal jobs"
                  about="What services do that is in nobody’s list: events, webhooks, deleted accounts, mails to nobody with an account. What they were given is not shown."
                >
                  <InternalJobRows />
                </Part>
              )}
              {/* Not before the rows above it: it would be pushed down by them. */}
              {!schedules.isPending && (
                <Part
                  title="Statistics"
                  about="Jobs of all people, including internal ones. Finished jobs are counted for a week."
                  end={
                    <ViewTabs views={SPANS} selected={span} onSelect={(id) => setSpan(id as Span)} label="Time shown" />
                  }
                >
                  {numbers.data ? (
                    <NumbersView numbers={numbers.data} span={span} />
                  ) : numbers.isError ? (
                    failure("Statistics cannot be shown", numbers)
                  ) : (
                    <RowSkeleton rows={4} />
                  )}
                </Part>
              )}
            </>
          )}
        </div>
      </PaneScroll>
    </Pane>
  );
}

function Part(props: { title: string; about: string; end?: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.part} aria-label={props.title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{props.title}</h2>
        {props.end}
      </div>
      <p className={styles.about}>{props.about}</p>
      {props.children}
    </section>
  );
}
