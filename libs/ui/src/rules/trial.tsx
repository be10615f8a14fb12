import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Notice, StatusText, useUiSettings } from "@tessera/ui";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** What a draft would change, and which values of the person it contradicts. */
export interface Trial {
  looked: number;
  met: number;
  changes: number;
  contradicts: number;
}
/** A row that it would change, in words. */
export interface TriedRow {
  id: string;
  title: string;
  figure?: ReactNode;
  line?: string;
  changes: string;
  contradicts: string;
}

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", alignItems: "flex-start", gap: "8px" },
  buttons: { display: "flex", gap: "8px" },
  result: { display: "flex", flexDirection: "column", gap: "8px", width: "100%" },
  counts: { margin: 0, fontWeight: 600 },
  rows: { margin: 0, padding: 0, listStyleType: "none", maxHeight: "240px", overflowY: "auto" },
  row: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    gap: "0 12px",
    padding: "6px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  title: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  line: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  figure: { textAlign: "right", fontVariantNumeric: "tabular-nums" },
});

/** Tries a rule as it is typed; a result that is no longer of this draft goes. */
export function RuleTrial<Tried extends Trial>(props: {
  /** The rule; null while something is missing. */
  draft: object | null;
  /** What is looked at: "transactions". */
  things: string;
  run: (signal: AbortSignal) => Promise<Tried>;
  rows: (tried: Tried) => TriedRow[];
}) {
  const styles = useStyles();
  const { draft, things, run, rows } = props;
  const of = JSON.stringify(draft);
  const [result, setResult] = useState<{ of: string; tried: Tried } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<AbortController | null>(null);
  const latest = useRef(busy);
  latest.current = busy;
  useEffect(() => () => latest.current?.abort(), []);
  const tryIt = async () => {
    const controller = new AbortController();
    setBusy(controller);
    setFailure(null);
    try {
      setResult({ of, tried: await run(controller.signal) });
    } catch (error) {
      if (!controller.signal.aborted) setFailure(`The rule was not tried. ${(error as Error).message}`);
    } finally {
      setBusy(null);
    }
  };
  return (
    <div className={styles.root}>
      {failure && <Notice intent="error">{failure}</Notice>}
      <div className={styles.buttons}>
        <Button disabledFocusable={!draft || busy !== null} onClick={() => void tryIt()}>
          {busy ? "Trying it …" : "Show what it would change"}
        </Button>
        {busy && (
          <Button appearance="subtle" onClick={() => busy.abort()}>
            Stop
          </Button>
        )}
      </div>
      {result?.of === of && <Result tried={result.tried} things={things} rows={rows(result.tried)} />}
    </div>
  );
}

function Result({ tried, things, rows }: { tried: Trial; things: string; rows: TriedRow[] }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const label = `${things[0]!.toUpperCase()}${things.slice(1)} that it would change`;
  const figure = (count: number) => count.toLocaleString(locale);
  return (
    <div className={styles.result} role="status" aria-label="What the rule would change">
      <p className={styles.counts}>
        Meets {figure(tried.met)} of {figure(tried.looked)} {things}, changes {figure(tried.changes)}, contradicts{" "}
        {figure(tried.contradicts)}
      </p>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by key
        <ul className={styles.rows} tabIndex={0} aria-label={label}>
          {rows.map(({ id, title, figure: aside, line, changes, contradicts }) => (
            <li key={id} className={styles.row}>
              <span className={styles.title}>{title}</span>
              <span className={styles.figure}>{aside}</span>
              <span className={styles.line}>{line}</span>
              <span className={styles.line}>
                {changes && `Changes ${changes}`}
                {contradicts && <StatusText status="warn">Keeps your {contradicts}</StatusText>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
