import type { AppOverview } from "@tessera/contracts-releases/releases.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { AppActions } from "./app-actions.tsx";
import { AppName, RolloutStatus, Version } from "./app-parts.tsx";
import { BrokenPlot, OpeningPlot } from "./health-plots.tsx";
import { Ramp } from "./ramp.tsx";
import { shownRollout } from "./release-words.ts";
import type { ReleaseActions } from "./use-release-actions.tsx";

const useStyles = makeStyles({
  table: {
    width: "100%",
    borderCollapse: "collapse",
    "& th, & td": { textAlign: "left", padding: "0 12px 0 0", verticalAlign: "middle" },
    "& th:last-child, & td:last-child": { paddingRight: 0 },
    "& thead th": {
      height: "36px",
      fontSize: "12px",
      lineHeight: "16px",
      fontWeight: 400,
      color: tokens.colorNeutralForeground3,
    },
    "& tbody th": { fontWeight: 400 },
    "& tbody tr": { borderTop: `1px solid ${tokens.colorNeutralStroke3}`, height: "48px" },
  },
  rolling: { "& > td": { paddingTop: "12px", paddingBottom: "12px" } },
  none: { color: tokens.colorNeutralForeground3 },
  candidate: { maxWidth: "180px" },
});

interface AppsProps {
  apps: readonly AppOverview[];
  actions: ReleaseActions;
  /** Ms since 1970. */
  now: number;
}

/** Every app in a row, with what its rollout does to people. */
export function ReleasesTable({ apps, actions, now }: AppsProps) {
  const styles = useStyles();
  return (
    <table className={styles.table} aria-label="Releases">
      <thead>
        <tr>
          {["Part", "Stable", "Candidate", "People on it, %", "Broken in 1,000 people", "Opening time, ms"].map(
            (head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ),
          )}
          <td />
        </tr>
      </thead>
      <tbody>
        {apps.map((app) => {
          const rollout = shownRollout(app, now);
          return (
            <tr key={app.name} className={rollout ? styles.rolling : undefined}>
              <th scope="row">
                <AppName app={app} />
              </th>
              <td>
                <Version release={app.stable} beside={rollout?.candidate} />
              </td>
              {rollout ? (
                <>
                  <td className={styles.candidate}>
                    <Version release={rollout.candidate} beside={app.stable} />
                    <RolloutStatus rollout={rollout} now={now} />
                  </td>
                  <td>
                    <Ramp rollout={rollout} />
                  </td>
                  <td>
                    <BrokenPlot rollout={rollout} />
                  </td>
                  <td>
                    <OpeningPlot rollout={rollout} />
                  </td>
                </>
              ) : (
                <td className={styles.none} colSpan={4}>
                  No candidate
                </td>
              )}
              <td>
                <AppActions app={app} actions={actions} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const useCardStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  card: {
    padding: "12px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ":first-child": { borderTopStyle: "none" },
  },
  head: { display: "flex", alignItems: "flex-start", gap: "8px" },
  name: { flexGrow: 1, minWidth: 0 },
  facts: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(138px, 1fr))",
    gap: "12px 24px",
    margin: "8px 0 0",
  },
  fact: {
    "& dt": { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3, marginBottom: "2px" },
    "& dd": { margin: 0 },
  },
  people: { "@media (max-width: 599.98px)": { gridColumn: "1 / -1" } },
  none: { color: tokens.colorNeutralForeground3 },
});

/** The same for a narrow pane: a card for each app. */
export function ReleaseCards({ apps, actions, now }: AppsProps) {
  const styles = useCardStyles();
  return (
    <ul className={styles.list} aria-label="Releases">
      {apps.map((app) => {
        const rollout = shownRollout(app, now);
        return (
          <li key={app.name} className={styles.card}>
            <div className={styles.head}>
              <div className={styles.name}>
                <AppName app={app} />
              </div>
              <AppActions app={app} actions={actions} />
            </div>
            <dl className={styles.facts}>
              <div className={styles.fact}>
                <dt>Stable</dt>
                <dd>
                  <Version release={app.stable} beside={rollout?.candidate} />
                </dd>
              </div>
              <div className={styles.fact}>
                <dt>Candidate</dt>
                <dd>
                  {rollout ? (
                    <>
                      <Version release={rollout.candidate} beside={app.stable} />
                      <RolloutStatus rollout={rollout} now={now} />
                    </>
                  ) : (
                    <span className={styles.none}>No candidate</span>
                  )}
                </dd>
              </div>
              {rollout && (
                <>
                  <div className={mergeClasses(styles.fact, styles.people)}>
                    <dt>People on it, %</dt>
                    <dd>
                      <Ramp rollout={rollout} />
                    </dd>
                  </div>
                  <div className={styles.fact}>
                    <dt>Broken in 1,000 people</dt>
                    <dd>
                      <BrokenPlot rollout={rollout} />
                    </dd>
                  </div>
                  <div className={styles.fact}>
                    <dt>Opening time, ms</dt>
                    <dd>
                      <OpeningPlot rollout={rollout} />
                    </dd>
                  </div>
                </>
              )}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
