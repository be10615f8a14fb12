import { counted } from "@tessera/contracts-core/counted.ts";
import { Button, mergeClasses } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { type DialogActions, isOffline } from "@tessera/shell-api";
import { TextChanges } from "@tessera/text-changes/text-changes.tsx";
import { useHistoryStyles } from "@tessera/text-changes/use-history-styles.ts";
import { EmptyState, ErrorState, RelativeTime, RowSkeleton } from "@tessera/ui";
import { useState } from "react";
import type { EditSession } from "../edit-session.ts";
import { textVersions } from "./earlier-texts.ts";

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
  const styles = useHistoryStyles();
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
                {[version.writtenWith, counted(version.length, "character")].filter(Boolean).join(" · ")}
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
