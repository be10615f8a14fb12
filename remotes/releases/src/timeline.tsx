import { Info16Regular } from "@fluentui/react-icons/svg/info";
import type { AppOverview, AuditEntry } from "@tessera/contracts-releases/releases.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useSession } from "@tessera/shell-api";
import { StatusText, useMoment } from "@tessera/ui";
import { useState } from "react";
import { auditWords } from "./release-words.ts";

const narrow = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  entry: {
    display: "grid",
    gridTemplateColumns: "112px 184px minmax(0, 1fr) auto",
    gap: "2px 12px",
    alignItems: "center",
    minHeight: "32px",
    padding: "5px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ":first-child": { borderTopStyle: "none" },
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr) auto", padding: "8px 0" },
  },
  at: {
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
    [narrow]: { gridColumn: 2, gridRow: 1, fontSize: "12px" },
  },
  what: { overflowWrap: "anywhere", [narrow]: { gridColumn: 1, gridRow: 1 } },
  text: { color: tokens.colorNeutralForeground2, overflowWrap: "anywhere", [narrow]: { gridColumn: 1, gridRow: 2 } },
  word: { display: "inline-flex", justifyContent: "flex-end", [narrow]: { gridColumn: 2, gridRow: 2 } },
  none: { color: tokens.colorNeutralForeground3, margin: 0 },
  more: { marginTop: "8px", [narrow]: { height: "44px" } },
});

/** Entries shown at first. */
const FIRST = 10;

/** Who did what, newest first. */
export function Timeline({ entries, apps }: { entries: readonly AuditEntry[]; apps: readonly AppOverview[] }) {
  const styles = useStyles();
  const moment = useMoment();
  const { user } = useSession();
  const [all, setAll] = useState(false);
  if (!entries.length) return <p className={styles.none}>Nothing has been published or changed yet.</p>;
  return (
    <>
      <ol className={styles.list}>
        {entries.slice(0, all ? undefined : FIRST).map((entry) => {
          const { text, word, status } = auditWords(entry, user?.email);
          const title = apps.find(({ name }) => name === entry.app)?.title ?? entry.app;
          return (
            <li key={entry.id} className={styles.entry}>
              <time dateTime={entry.at} className={styles.at}>
                {moment(entry.at)}
              </time>
              <span className={styles.what}>
                {title} {entry.release?.version}
              </span>
              <span className={styles.text}>{text}</span>
              <span className={styles.word}>
                <StatusText status={status} icon={status === "idle" ? <Info16Regular /> : undefined}>
                  {word}
                </StatusText>
              </span>
            </li>
          );
        })}
      </ol>
      {!all && entries.length > FIRST && (
        <Button size="small" className={styles.more} onClick={() => setAll(true)}>
          Show {entries.length - FIRST} more
        </Button>
      )}
    </>
  );
}
