import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";
import { labels } from "./labels.ts";
import { PlainButton } from "./plain-button.tsx";
import { useRowHeight } from "./provider.tsx";
import { Keycap, Pill } from "./small.tsx";
import { useIsPhone } from "./use-width.ts";

const useStyles = makeStyles({
  state: {
    flexGrow: 1,
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    gap: "12px",
    minHeight: "200px",
    padding: "32px 24px",
    textAlign: "center",
  },
  title: { fontSize: "16px", lineHeight: "24px", fontWeight: 600 },
  sentence: { maxWidth: "400px", color: tokens.colorNeutralForeground2 },
  action: { display: "inline-flex", alignItems: "center", gap: "8px" },
  row: {
    display: "grid",
    gridTemplateColumns: "20px 1fr",
    columnGap: "12px",
    alignItems: "center",
    padding: "0 16px",
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    // A skeleton shows only after 400 ms: most answers come sooner.
    animationDelay: "400ms",
    animationDuration: "160ms",
    animationFillMode: "backwards",
  },
  bone: { height: "8px", borderRadius: "4px", backgroundColor: tokens.colorNeutralStroke2 },
  dot: { width: "16px", height: "16px", borderRadius: "4px" },
  bones: { display: "flex", flexDirection: "column", gap: "8px" },
});

/** One sentence, one action, its key. Without a sentence: the default label for no data. */
export function EmptyState(props: {
  title?: string;
  sentence?: ReactNode;
  action?: { label: string; onClick: () => void };
  /** Another way on, beside the first. */
  other?: { label: string; onClick: () => void };
  shortcut?: string;
}) {
  const styles = useStyles();
  return (
    <div className={styles.state}>
      {props.title && <h2 className={styles.title}>{props.title}</h2>}
      <p className={styles.sentence}>{props.sentence ?? labels.noData}</p>
      {props.action && (
        <PlainButton appearance="secondary" onClick={props.action.onClick}>
          <span className={styles.action}>
            {props.action.label}
            {props.shortcut && <Keycap>{props.shortcut}</Keycap>}
          </span>
        </PlainButton>
      )}
      {props.other && (
        <PlainButton appearance="subtle" onClick={props.other.onClick}>
          {props.other.label}
        </PlainButton>
      )}
    </div>
  );
}

/** What happened, in the words of the error, and the way to try again. */
export function ErrorState({ error, title, onRetry }: { error: unknown; title?: string; onRetry?: () => void }) {
  const styles = useStyles();
  return (
    <div className={styles.state} role="alert">
      <Pill status="bad">{title ?? "This could not be loaded"}</Pill>
      <p className={styles.sentence}>{error instanceof Error ? error.message : String(error)}</p>
      {onRetry && (
        <PlainButton appearance="secondary" onClick={onRetry}>
          Try again
        </PlainButton>
      )}
    </div>
  );
}

/** Rows in the shape of what is being loaded; shown after 400 ms. */
export function RowSkeleton({ rows = 8 }: { rows?: number }) {
  const styles = useStyles();
  const height = useRowHeight(useIsPhone());
  return (
    <div role="status" aria-label={labels.loading}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
        <div key={index} className={styles.row} style={{ height }}>
          <span className={mergeClasses(styles.bone, styles.dot)} />
          <span className={styles.bones}>
            <span className={styles.bone} style={{ width: `${72 - ((index * 17) % 34)}%` }} />
            {height > 40 && <span className={styles.bone} style={{ width: `${48 - ((index * 13) % 26)}%` }} />}
          </span>
        </div>
      ))}
    </div>
  );
}
