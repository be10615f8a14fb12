import type { AppOverview, ReleaseHealth, Rollout } from "@tessera/contracts-releases/releases.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useMoment } from "@tessera/ui";
import { brokenRate, figure, shownRollout, versionOf } from "./release-words.ts";

const useStyles = makeStyles({
  scroll: { overflowX: "auto" },
  group: { marginBottom: "24px" },
  title: { fontSize: "14px", lineHeight: "20px", fontWeight: 600, margin: 0 },
  reason: { color: tokens.colorNeutralForeground2, margin: "2px 0 4px" },
  table: {
    width: "100%",
    borderCollapse: "collapse",
    fontVariantNumeric: "tabular-nums",
    "& th, & td": { height: "32px", padding: "0 0 0 16px", textAlign: "right", fontWeight: 400, whiteSpace: "nowrap" },
    "& th:first-child, & td:first-child": { textAlign: "left", paddingLeft: 0 },
    "& thead th": { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
    "& tbody tr": { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  },
  none: { color: tokens.colorNeutralForeground3 },
  series: {
    marginTop: "8px",
    "& summary": { cursor: "pointer", ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px" } },
  },
});

const columns: readonly [string, (health: ReleaseHealth) => string][] = [
  ["People", ({ loads }) => figure(loads, 0)],
  ["Did not load", ({ failures }) => figure(failures, 0)],
  ["Threw errors", ({ errors }) => figure(errors, 0)],
  ["Hung", ({ hangs }) => figure(hangs, 0)],
  ["Never drawn", ({ silent }) => figure(silent, 0)],
  ["Broken in 1,000", (health) => figure(brokenRate(health))],
  ["Opening, ms", ({ lcp }) => figure(lcp, 0)],
  ["Reaction, ms", ({ inp }) => figure(inp, 0)],
  ["Layout shift", ({ cls }) => figure(cls, 2)],
  ["Pages", ({ pages }) => figure(pages, 0)],
  [
    "Visitors, broken",
    ({ unverifiedLoads, unverifiedBroken }) => (unverifiedLoads ? `${unverifiedBroken} of ${unverifiedLoads}` : "–"),
  ],
];

/** What the plots show, as figures. */
export function HealthFigures({ apps, now }: { apps: readonly AppOverview[]; now: number }) {
  const styles = useStyles();
  const rolling = apps.flatMap((app) => {
    const rollout = shownRollout(app, now);
    return rollout ? [{ app, rollout }] : [];
  });
  if (!rolling.length) return <p className={styles.none}>No rollout runs, so there is nothing to compare.</p>;
  return rolling.map(({ app, rollout }) => (
    <section key={app.name} className={styles.group} aria-label={`Health of ${app.title}`}>
      <h3 className={styles.title}>{app.title}</h3>
      <p className={styles.reason}>{rollout.health.reason}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={`Figures of ${app.title}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Release</th>
              {columns.map(([head]) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(["candidate", "stable"] as const).map((side) => (
              <tr key={side}>
                <th scope="row">
                  {versionOf(rollout[side], rollout[side === "stable" ? "candidate" : "stable"])}, {side}
                </th>
                {columns.map(([head, text]) => (
                  <td key={head}>{text(rollout.health[side])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Series rollout={rollout} title={app.title} />
    </section>
  ));
}

/** The plots' points, each with what both releases reported in that stretch. */
function Series({ rollout, title }: { rollout: Rollout; title: string }) {
  const styles = useStyles();
  const moment = useMoment();
  const { seconds, points } = rollout.health.series;
  const known = points.filter(({ stable, candidate }) => stable.loads + candidate.loads > 0);
  if (!known.length) return null;
  return (
    <details className={styles.series}>
      <summary>Every {seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={`${title} over time`}>
        <table className={styles.table}>
          <thead>
            <tr>
              {[
                "From",
                "People, candidate",
                "stable",
                "Broken in 1,000, candidate",
                "stable",
                "Opening in ms, candidate",
                "stable",
              ].map((head, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: heads never move
                <th key={index} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {known.map(({ at, stable, candidate }) => (
              <tr key={at}>
                <th scope="row">{moment(at)}</th>
                <td>{figure(candidate.loads, 0)}</td>
                <td>{figure(stable.loads, 0)}</td>
                <td>{figure(brokenRate(candidate))}</td>
                <td>{figure(brokenRate(stable))}</td>
                <td>{figure(candidate.lcp, 0)}</td>
                <td>{figure(stable.lcp, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
