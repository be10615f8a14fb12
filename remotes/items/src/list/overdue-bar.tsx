import { dayOf, startOfDay } from "@tessera/contracts-core/days.ts";
import { TODAY_LIST } from "@tessera/contracts-items/by-day.ts";
import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { shell } from "@tessera/shell-api";
import type { ListQuery } from "./list-query.ts";

const useStyles = makeStyles({
  bar: {
    display: "flex",
    flexShrink: 0,
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px",
    minHeight: "40px",
    padding: "0 12px 0 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  words: { color: "var(--warn)", fontWeight: 600 },
});

/** Of rows, those that were due before today. */
export function overdueIn(rows: readonly ItemSummary[]): ItemSummary[] {
  const timeZone = shell().preferences.get().timeZone || undefined;
  const today = startOfDay(dayOf(new Date(), timeZone), timeZone);
  return rows.filter(({ dueAt, done }) => dueAt !== null && done === false && new Date(dueAt) < today);
}

/** Over what is due today: how much of it was missed, and what moves all of that at once. */
export function OverdueBar(props: {
  query: Pick<ListQuery, "type">;
  rows: readonly ItemSummary[];
  onReschedule: () => Promise<void>;
}) {
  const styles = useStyles();
  if (props.query.type !== TODAY_LIST) return null;
  const overdue = overdueIn(props.rows).length;
  if (overdue === 0) return null;
  return (
    <div className={styles.bar}>
      <span className={styles.words}>{overdue.toLocaleString()} overdue</span>
      <Button size="small" appearance="subtle" onClick={() => void props.onReschedule()}>
        Reschedule all
      </Button>
    </div>
  );
}
