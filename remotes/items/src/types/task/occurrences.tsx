import { dueLabel } from "@tessera/contracts-core/day-words.ts";
import { wallTime } from "@tessera/contracts-core/days.ts";
import type { Item, Occurrence } from "@tessera/contracts-items/items.ts";
import { MAX_OCCURRENCES } from "@tessera/contracts-items/limits.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { ErrorState, useUiSettings } from "@tessera/ui";
import { useState } from "react";
import { items, keys } from "../../api.ts";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { completeForGood, skip } from "./skip.ts";

const useStyles = makeStyles({
  actions: { display: "flex", flexWrap: "wrap", gap: "8px" },
  list: { listStyleType: "none", margin: 0, padding: 0 },
  line: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    gap: "0 16px",
    padding: "6px 0",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontVariantNumeric: "tabular-nums",
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  more: { marginTop: "8px", marginLeft: "-12px" },
});

/** What can be done with the time that is due, of a task that repeats. */
export function OccurrenceActions({ item }: { item: Item }) {
  const styles = useStyles();
  const client = useQueryClient();
  return (
    <div className={styles.actions}>
      <Button size="small" onClick={() => void skip(client, item)}>
        Skip once
      </Button>
      <Button size="small" onClick={() => void completeForGood(client, item)}>
        Complete for good
      </Button>
    </div>
  );
}

/** Of the log, as many are shown at first. */
const FIRST = 5;

/** When a task that repeats was completed or skipped. */
export function Occurrences({ item }: { item: Item }) {
  const styles = useStyles();
  const detail = useDetailStyles();
  const { locale, timeZone } = useUiSettings();
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.occurrences(item.id), item.data.occurrence],
    queryFn: ({ signal }) => items.occurrences(item.id, signal),
  });
  if (error && !data)
    return <ErrorState error={error} title="The log could not be loaded" onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  const region = { now: new Date(), locale, timeZone };
  const due = ({ dueAt, dueDay }: Occurrence) => {
    const wall = wallTime(new Date(dueAt), timeZone);
    return dueLabel(
      dueDay ? { day: dueDay, time: null } : { day: wall.slice(0, 10), time: wall.slice(11, 16) },
      region,
    );
  };
  const at = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
  const count = data.length === MAX_OCCURRENCES ? `the last ${MAX_OCCURRENCES}` : data.length;
  return (
    <section className={detail.part} aria-label="Log">
      <h2 className={detail.partTitle}>Log, {count}</h2>
      <ul className={styles.list}>
        {data.slice(0, all ? undefined : FIRST).map((one) => (
          <li key={one.id} className={styles.line}>
            <span>Due {due(one)}</span>
            <span className={styles.quiet}>
              {one.kind === "completed" ? "Completed" : "Skipped"} {at.format(new Date(one.at))}
            </span>
          </li>
        ))}
      </ul>
      {!all && data.length > FIRST && (
        <Button className={styles.more} appearance="subtle" size="small" onClick={() => setAll(true)}>
          Show all
        </Button>
      )}
    </section>
  );
}
