import type { ReleaseSummary } from "@tessera/contracts-releases/releases.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import type { DialogActions } from "@tessera/shell-api";
import { useMoment } from "@tessera/ui";
import { changeText, releaseBefore, sizeText } from "./weight-words.ts";

const useStyles = makeStyles({
  scroll: { maxHeight: "60vh", overflowY: "auto" },
  table: {
    width: "100%",
    borderCollapse: "collapse",
    fontVariantNumeric: "tabular-nums",
    "& th, & td": { textAlign: "right", padding: "6px 0 6px 12px", verticalAlign: "top", fontWeight: 400 },
    "& th:first-child": { textAlign: "left", paddingLeft: 0 },
    "& thead th": { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
    "& tbody tr": { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  },
  aside: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  buttons: {
    display: "flex",
    justifyContent: "flex-end",
    paddingTop: "16px",
    "@media (max-width: 599.98px)": { "& > button": { flexGrow: 1, height: "44px" } },
  },
});

export interface WeightProps {
  releases: readonly ReleaseSummary[];
}

/** What browsers are sent of each release, and how that differs from the one before it. */
export function WeightDialog({ releases, dialog }: WeightProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const moment = useMoment();
  const rows = releases.toSorted((one, other) => other.number - one.number);
  const cell = (release: ReleaseSummary, part: "firstLoad" | "total") => {
    const now = release.weight?.[part];
    const before = releaseBefore(releases, release)?.weight?.[part];
    if (now === undefined) return "Not weighed";
    return (
      <>
        {sizeText(now)}
        {before !== undefined && <div className={styles.aside}>{changeText(now, before)}</div>}
      </>
    );
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by the keyboard, too */}
      <section className={styles.scroll} aria-label="Weight of each release" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Release</th>
              <th scope="col">Script of the first view</th>
              <th scope="col">All files</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((release) => (
              <tr key={release.id}>
                <th scope="row">
                  {release.version} #{release.number}
                  <div className={styles.aside}>{moment(release.publishedAt)}</div>
                </th>
                <td>{cell(release, "firstLoad")}</td>
                <td>{cell(release, "total")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={styles.buttons}>
        <Button onClick={() => dialog.cancel()}>Close</Button>
      </div>
    </>
  );
}
