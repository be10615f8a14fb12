import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { type DialogActions, isOffline } from "@tessera/shell-api";
import { TextChanges } from "@tessera/text-changes/text-changes.tsx";
import { EmptyState, ErrorState, RelativeTime, RowSkeleton, touch } from "@tessera/ui";
import { useState } from "react";
import type { EditSession } from "../edit-session.ts";
import { textVersions } from "./earlier-texts.ts";

const phone = "@media (max-width: 599.98px)";
const useStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "200px minmax(0, 1fr)",
    gap: "16px",
    minHeight: "240px",
    [phone]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: "none",
    maxHeight: "420px",
    overflowY: "auto",
    [phone]: { maxHeight: "180px" },
  },
  version: {
    display: "block",
    width: "100%",
    minHeight: "44px",
    padding: "4px 8px",
    border: "none",
    borderRadius: "6px",
    textAlign: "left",
    font: "inherit",
    color: "inherit",
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorNeutralBackground1Hover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
  chosen: { backgroundColor: "var(--sel)" },
  line: { display: "block", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  side: { display: "flex", flexDirection: "column", gap: "8px", minWidth: 0 },
  note: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  foot: { display: "flex", justifyContent: "flex-end", [touch]: { "& button": { minHeight: "44px" } } },
});

/** Earlier texts of a card by when they were written, each with what differs from the text of now. */
export function EarlierTextsList({
  dialog,
  id,
  session,
}: {
  dialog: DialogActions<string>;
  id: string;
  session: EditSession;
}) {
  const styles = useStyles();
  const [asked, setAsked] = useState<string | null>(null);
  const list = useQuery({
    queryKey: ["items", "text-versions", id],
    queryFn: ({ signal }) => textVersions.list(id, signal),
    staleTime: 0,
  });
  const versions = list.data?.versions ?? [];
  const chosen = asked ?? versions[0]?.id ?? null;
  const whole = useQuery({
    queryKey: ["items", "text-versions", id, chosen],
    queryFn: ({ signal }) => textVersions.get(id, chosen!, signal),
    enabled: chosen !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (list.error && !list.data)
    return isOffline(list.error) ? (
      <EmptyState
        title="Offline"
        sentence="Earlier texts are not on this device. They are shown once the connection is back."
      />
    ) : (
      <ErrorState error={list.error} title="Earlier texts could not be loaded" onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <RowSkeleton rows={4} />;
  if (versions.length === 0)
    return (
      <EmptyState sentence="This text has no earlier version yet. One is kept every few minutes while you write." />
    );
  return (
    <div className={styles.root}>
      <ul className={styles.list} aria-label="Earlier texts">
        {versions.map((version) => (
          <li key={version.id}>
            <button
              type="button"
              className={mergeClasses(styles.version, version.id === chosen && styles.chosen)}
              aria-pressed={version.id === chosen}
              onClick={() => setAsked(version.id)}
            >
              <RelativeTime at={version.writtenAt} />
              <span className={styles.line}>
                {[version.writtenWith, `${version.length.toLocaleString()} characters`].filter(Boolean).join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.side}>
        {whole.error && !whole.data ? (
          <ErrorState error={whole.error} title="This text could not be loaded" onRetry={() => void whole.refetch()} />
        ) : !whole.data ? (
          <RowSkeleton rows={4} />
        ) : (
          <>
            <p className={styles.note}>
              {whole.data.body === session.getView().item.body
                ? "This is the text of now."
                : "Underlined: what comes back with this text. Struck through: what was written since."}
            </p>
            <TextChanges before={whole.data.body} now={session.getView().item.body} label="Text of then" />
            <div className={styles.foot}>
              <Button appearance="primary" onClick={() => dialog.close(whole.data.id)}>
                Restore this text
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
