import { Info16Regular } from "@fluentui/react-icons/svg/info";
import type { AppOverview, AuditEntry } from "@tessera/contracts-releases/releases.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useSession } from "@tessera/shell-api";
import { LogList, LogRow, StatusText } from "@tessera/ui";
import { useState } from "react";
import { auditWords } from "./release-words.ts";

const narrow = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  none: { color: tokens.colorNeutralForeground3, margin: 0 },
  more: { marginTop: "8px", [narrow]: { height: "44px" } },
});

/** Entries shown at first. */
const FIRST = 10;

/** Who did what, newest first. */
export function Timeline({ entries, apps }: { entries: readonly AuditEntry[]; apps: readonly AppOverview[] }) {
  const styles = useStyles();
  const { user } = useSession();
  const [all, setAll] = useState(false);
  if (!entries.length) return <p className={styles.none}>Nothing has been published or changed yet.</p>;
  return (
    <>
      <LogList label="What was published and changed">
        {entries.slice(0, all ? undefined : FIRST).map((entry) => {
          const { text, word, status } = auditWords(entry, user?.email);
          const title = apps.find(({ name }) => name === entry.app)?.title ?? entry.app;
          return (
            <LogRow key={entry.id} at={entry.at} subject={`${title} ${entry.release?.version ?? ""}`} text={text}>
              <StatusText status={status} icon={status === "idle" ? <Info16Regular /> : undefined}>
                {word}
              </StatusText>
            </LogRow>
          );
        })}
      </LogList>
      {!all && entries.length > FIRST && (
        <Button size="small" className={styles.more} onClick={() => setAll(true)}>
          Show {entries.length - FIRST} more
        </Button>
      )}
    </>
  );
}
