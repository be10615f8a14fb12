import type { ImportSession } from "@tessera/contracts-items/items.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useMutation, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { RelativeTime, type Status, StatusText } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { items, keys } from "../api.ts";
import { AfterImport } from "./after-import.tsx";
import { isRunning } from "./use-imports.ts";

const useStyles = makeStyles({
  card: { padding: "12px 16px", border: `1px solid ${tokens.colorNeutralStroke2}`, borderRadius: "8px" },
  head: { display: "flex", alignItems: "center", gap: "8px", minHeight: "24px" },
  name: {
    flexGrow: 1,
    minWidth: 0,
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontWeight: 600,
  },
  age: { fontSize: "12px", color: tokens.colorNeutralForeground3 },
  bar: {
    height: "6px",
    marginTop: "8px",
    borderRadius: "3px",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralStroke2,
  },
  fill: {
    height: "100%",
    borderRadius: "3px",
    backgroundColor: "var(--run)",
    transformOrigin: "left",
    transitionProperty: "transform",
    transitionDuration: "160ms",
  },
  counts: {
    marginTop: "8px",
    display: "flex",
    flexWrap: "wrap",
    gap: "4px 16px",
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: "tabular-nums",
  },
  actions: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    marginTop: "8px",
    ":empty": { display: "none" },
  },
  refused: { marginTop: "8px", "& summary": { cursor: "pointer" } },
  errors: {
    margin: "8px 0 0",
    padding: 0,
    listStyleType: "none",
    maxHeight: "180px",
    overflowY: "auto",
    fontSize: "12px",
    lineHeight: "16px",
  },
  error: { padding: "4px 0", borderTop: `1px solid ${tokens.colorNeutralStroke3}`, overflowWrap: "anywhere" },
  entry: { fontWeight: 600 },
});

const STATES: Record<ImportSession["state"], { status: Status; word: string }> = {
  waiting: { status: "idle", word: "Waiting" },
  running: { status: "run", word: "Running" },
  done: { status: "ok", word: "Done" },
  cancelled: { status: "idle", word: "Stopped" },
  failed: { status: "bad", word: "Failed" },
};

/** One import: how far it is, what it made, and every entry it refused by name. */
export function ImportProgress(props: {
  session: ImportSession;
  /** Whether what was refused is shown from the start. */
  open: boolean;
  onShow: (type: string) => void;
}) {
  const { session, onShow } = props;
  const styles = useStyles();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => items.cancelImport(session.id),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.imports }),
    onError: (error) =>
      shell().notifications.show({ message: failureWords("The import was not stopped:", error), intent: "error" }),
  });
  const { status, word } = STATES[session.state];
  const made = shell().contributions.itemTypes.find(
    ({ imported }) => imported?.kind === (session.contents ?? session.kind),
  );
  const part = session.total ? Math.min(1, session.done / session.total) : 0;
  const counts = [
    [session.created, "new"],
    [session.duplicates, "already there"],
    [session.refused, "refused"],
  ] as const;
  return (
    <article className={styles.card} aria-label={`Import of ${session.fileName}`}>
      <div className={styles.head}>
        <span className={styles.name} title={session.fileName}>
          {session.fileName}
        </span>
        <StatusText status={status}>{word}</StatusText>
        {isRunning(session) ? (
          <Button size="small" disabledFocusable={cancel.isPending} onClick={() => cancel.mutate()}>
            Stop
          </Button>
        ) : (
          <span className={styles.age}>
            <RelativeTime at={session.finishedAt ?? session.createdAt} />
          </span>
        )}
      </div>
      {isRunning(session) && (
        <div
          className={styles.bar}
          role="progressbar"
          aria-label={`Import of ${session.fileName}`}
          aria-valuemin={0}
          aria-valuemax={session.total ?? undefined}
          aria-valuenow={session.total ? session.done : undefined}
        >
          <div className={styles.fill} style={{ transform: `scaleX(${part})` }} />
        </div>
      )}
      <div className={styles.counts} aria-live="polite">
        <span>
          {session.done.toLocaleString()}
          {session.total !== null && ` of ${session.total.toLocaleString()}`}
        </span>
        {counts.map(([count, label]) => (
          <span key={label}>
            {count.toLocaleString()} {label}
          </span>
        ))}
      </div>
      <div className={styles.actions}>
        {session.state === "done" && session.created > 0 && !session.undo && (
          <Button size="small" onClick={() => onShow(made?.type ?? "all")}>
            {made?.imported?.show ?? "Show the cards"}
          </Button>
        )}
        <AfterImport session={session} />
      </div>
      {session.failure && <p>{session.failure}</p>}
      {session.errors.length > 0 && (
        <details className={styles.refused} open={props.open}>
          <summary>
            {session.refused > session.errors.length
              ? `The first ${session.errors.length} of ${session.refused.toLocaleString()} refused entries`
              : `${session.refused.toLocaleString()} refused, the rest is kept`}
          </summary>
          <ul className={styles.errors}>
            {session.errors.map(({ entry, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have the same name
              <li key={index} className={styles.error}>
                <span className={styles.entry}>{entry}</span>: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}
