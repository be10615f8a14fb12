import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import type { RolloutSchedule } from "@tessera/contracts-releases/schedule.ts";
import { ALL_APPS, windowWords } from "@tessera/contracts-releases/schedule-words.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { usePlace } from "@tessera/shell-api";
import { ErrorState, LogList, LogRow, PageHead, Pane, PaneScroll, RowSkeleton } from "@tessera/ui";
import { FlagRules } from "./flag-rules.tsx";
import { mayTryAgain } from "./releases-api.ts";
import { useApps } from "./use-apps.ts";
import { useBudgets } from "./use-budgets.ts";
import { useFlags } from "./use-flags.ts";
import { useOverview } from "./use-overview.ts";
import { type ScheduleActs, type Scheduled, useScheduleActions, useSchedules } from "./use-schedules.ts";
import { WeightRules } from "./weight-rules.tsx";

const phone = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  content: { padding: "16px 24px 48px", [phone]: { padding: "12px 16px 32px" } },
  part: { marginTop: "24px" },
  title: { fontSize: "14px", lineHeight: "20px", fontWeight: 600, margin: "0 0 4px" },
  about: { margin: "0 0 12px", maxWidth: "640px", color: tokens.colorNeutralForeground2 },
  name: { fontWeight: 600 },
  freeze: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** `/settings/release-rules`: when rollouts continue on their own, what releases may weigh, and who gets flags. */
export default function RulesPage() {
  const styles = useStyles();
  const schedules = useSchedules();
  const apps = useApps();
  const budgets = useBudgets();
  const overview = useOverview();
  const flags = useFlags();
  const actions = useScheduleActions();
  usePlace([{ label: "Settings", path: "/settings" }, { label: "Rollout rules" }], "/settings");
  const all = [schedules, apps, budgets, overview, flags];
  const error = all.find((query) => query.error)?.error;
  const again = () => void Promise.all(all.map((query) => query.refetch()));
  return (
    <Pane kind="detail" label="Rollout rules">
      <PageHead area="Settings" title="Rollout rules" />
      <PaneScroll>
        <div className={styles.content}>
          {schedules.data && apps.data && budgets.data && overview.data && flags.data ? (
            <>
              <section aria-label="Rollout hours">
                <h3 className={styles.title}>Rollout hours</h3>
                <p className={styles.about}>
                  Rollouts begin and continue automatically only in these hours, and in no freeze. Aborts and rollbacks
                  work at any time. An app without its own hours follows those of all apps.
                </p>
                <LogList label="Schedules" timeless>
                  {[ALL_APPS, ...apps.data.map(({ name }) => name)].map((app) => (
                    <ScheduleRow
                      key={app}
                      app={app}
                      title={overview.data.items.find(({ name }) => name === app)?.title ?? app}
                      schedule={schedules.data.find((one) => one.app === app)?.schedule ?? null}
                      actions={actions}
                    />
                  ))}
                </LogList>
              </section>
              <section className={styles.part} aria-label="What releases may weigh">
                <h3 className={styles.title}>What releases may weigh</h3>
                <p className={styles.about}>
                  As browsers are sent it, compressed; measured of the stored files. A release over its budget is
                  refused when it is published. An app without a budget of its own has that of all remotes: all apps but
                  the shell.
                </p>
                <WeightRules budgets={budgets.data} apps={overview.data.items} />
              </section>
              <section className={styles.part} aria-label="Feature flags">
                <h3 className={styles.title}>Feature flags</h3>
                <p className={styles.about}>
                  What releases declare in their manifests. A person keeps what they have while a share grows, on all
                  their devices. A change is in the log, and pages that are opened from then on have it.
                </p>
                <FlagRules
                  flags={flags.data}
                  titles={new Map(overview.data.items.map(({ name, title }) => [name, title]))}
                />
              </section>
            </>
          ) : error ? (
            <ErrorState
              title="Rollout rules cannot be shown"
              error={error}
              onRetry={mayTryAgain(error) ? again : undefined}
            />
          ) : (
            <RowSkeleton rows={5} />
          )}
        </div>
      </PaneScroll>
    </Pane>
  );
}

interface RowProps extends Scheduled {
  schedule: RolloutSchedule | null;
  actions: ScheduleActs;
}

function ScheduleRow({ app, title, schedule, actions }: RowProps) {
  const styles = useStyles();
  const name = app === ALL_APPS ? "All apps" : title;
  const hours = schedule?.windows.length ? windowWords(schedule) : app === ALL_APPS ? "At any time" : "As all apps";
  return (
    <LogRow
      subject={<span className={styles.name}>{name}</span>}
      text={
        <>
          {hours}
          {schedule?.freezes.map(({ from, to, reason }) => (
            <div key={from + to} className={styles.freeze}>
              Frozen {from.replace("T", " ")} to {to.replace("T", " ")} ({schedule.timeZone}): {reason}
            </div>
          ))}
        </>
      }
    >
      <Menu positioning="below-end">
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" size="small" icon={<MoreHorizontal20Regular />} aria-label={`More for ${name}`} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={() => void actions.change({ app, title }, schedule)}>Change schedule…</MenuItem>
            {schedule && <MenuItem onClick={() => void actions.remove({ app, title })}>Remove schedule…</MenuItem>}
          </MenuList>
        </MenuPopover>
      </Menu>
    </LogRow>
  );
}
