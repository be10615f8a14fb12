import { PersonAdd16Regular } from "@fluentui/react-icons/svg/person-add";
import type { Overview } from "@tessera/contracts-releases/releases.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { shell, useCommands, usePlace } from "@tessera/shell-api";
import {
  ErrorState,
  LiveNote,
  Notice,
  PageHead,
  Pane,
  PaneScroll,
  RowSkeleton,
  useIsPhone,
  useMinWidth,
} from "@tessera/ui";
import { type ReactNode, useEffect, useState } from "react";
import { HealthFigures } from "./health-figures.tsx";
import { Legend } from "./legend.tsx";
import { PinList } from "./pin-list.tsx";
import { PreviewList } from "./preview-list.tsx";
import { mayTryAgain } from "./releases-api.ts";
import { ReleaseCards, ReleasesTable } from "./releases-table.tsx";
import { Timeline } from "./timeline.tsx";
import { POLL_MS, useOverview } from "./use-overview.ts";
import { type ReleaseActions, useReleaseActions } from "./use-release-actions.tsx";
import { WithdrawnBanner } from "./withdrawn-banner.tsx";

const useStyles = makeStyles({
  content: { padding: "16px 24px 48px", "@media (max-width: 959.98px)": { padding: "12px 16px 32px" } },
  build: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3, marginRight: "4px" },
  part: { marginTop: "16px" },
  head: { display: "flex", alignItems: "center", justifyContent: "space-between", minHeight: "32px" },
  title: { fontSize: "14px", lineHeight: "20px", fontWeight: 600, margin: 0 },
  aside: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** Px of window from which the table has room beside the rail and the sections. */
const TABLE_WIDTH = 1360;

/**
 * `/settings/releases`: what is released, to how many people, how well it does, and what can be done about it. For
 * administrators.
 */
export default function ReleasesPage() {
  const styles = useStyles();
  const phone = useIsPhone();
  const { data, error, isError, refetch, live } = useOverview();
  const again = mayTryAgain(error) ? () => void refetch() : undefined;
  const actions = useReleaseActions(data?.items ?? []);
  usePlace([{ label: "Settings", path: "/settings" }, { label: "Releases" }], "/settings");
  const first = data?.items[0];
  const pin = first && (
    <Button size={phone ? "large" : "small"} icon={<PersonAdd16Regular />} onClick={() => actions.pin(first)}>
      Pin a person
    </Button>
  );
  return (
    <Pane kind="detail" label="Releases">
      <PageHead area="Settings" title="Releases">
        <span className={styles.build}>This page: build {shell().build.id}</span>
        {pin}
      </PageHead>
      {data && <LiveNote state={live} every={POLL_MS} />}
      <PaneScroll>
        <div className={styles.content}>
          {isError && data && (
            <Notice intent="error" actions={again && <Button onClick={again}>Try again</Button>}>
              What you see may be out of date. {error.message}
            </Notice>
          )}
          {data ? (
            <Loaded overview={data} actions={actions} pin={phone && pin} />
          ) : isError ? (
            <ErrorState title="Releases cannot be shown" error={error} onRetry={again} />
          ) : (
            <RowSkeleton rows={5} />
          )}
        </div>
      </PaneScroll>
    </Pane>
  );
}

function Loaded({ overview, actions, pin }: { overview: Overview; actions: ReleaseActions; pin: ReactNode }) {
  const wide = useMinWidth(TABLE_WIDTH);
  const now = useNow();
  const [figures, setFigures] = useState(false);
  const toggle = () => setFigures((shown) => !shown);
  useCommands(
    () => [
      {
        id: "settings.releases.table",
        title: figures ? "Show plots" : "Show plots as a table",
        group: "Releases",
        act: "figures",
        run: toggle,
      },
    ],
    [figures],
  );
  const { items, timeline } = overview;
  const Apps = wide ? ReleasesTable : ReleaseCards;
  return (
    <>
      <WithdrawnBanner apps={items} actions={actions} now={now} />
      {figures ? <HealthFigures apps={items} now={now} /> : <Apps apps={items} actions={actions} now={now} />}
      <Legend figures={figures} onToggle={toggle} />
      {pin}
      {items.some(({ pins }) => pins.length) && (
        <Part title="Pinned people" aside="rollouts pass them by">
          <PinList apps={items} onRemove={(one) => void actions.unpin(one)} />
        </Part>
      )}
      {items.some(({ previews }) => previews?.length) && (
        <Part title="Preview links" aside="never part of a rollout">
          <PreviewList apps={items} onRevoke={(one) => void actions.revokePreview(one)} />
        </Part>
      )}
      <Part title="What happened" aside="newest first">
        <Timeline entries={timeline} apps={items} />
      </Part>
    </>
  );
}

function Part({ title, aside, children }: { title: string; aside: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.part} aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        <span className={styles.aside}>{aside}</span>
      </div>
      {children}
    </section>
  );
}

/** The current time, every ten seconds, for the countdown of a step. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
