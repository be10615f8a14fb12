import type { Reconciliation } from "@tessera/contracts-billing/reconciliation.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useMutation, useQuery, useQueryClient } from "@tessera/query";
import { ErrorState } from "@tessera/ui";
import { billing } from "../api.ts";
import { type Formats, useFormats } from "../formats.ts";
import { PageSection } from "../page-section.tsx";
import { Failure } from "../plan/notice.tsx";

const KEY = ["billing", "reconciliation"];
/** Milliseconds between polls of a running comparison. */
const RUNNING_POLL_MS = 2_000;

const useStyles = makeStyles({
  row: { display: "flex", flexWrap: "wrap", gap: "8px 16px", alignItems: "center" },
  text: { flex: "1 1 280px", margin: 0, color: tokens.colorNeutralForeground2, fontVariantNumeric: "tabular-nums" },
  button: { "@media (max-width: 959.98px)": { minHeight: "44px", width: "100%" } },
  list: { margin: "8px 0 0", padding: 0, listStyleType: "none" },
  difference: { padding: "8px 0", borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  title: { margin: 0, fontWeight: 600 },
  detail: { margin: 0, overflowWrap: "anywhere", color: tokens.colorNeutralForeground2 },
});

/** For administrators: whether what is kept here is what the payment provider says. */
export function ReconciliationSection() {
  const styles = useStyles();
  const formats = useFormats();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => billing.reconciliation(signal),
    refetchInterval: ({ state }) => (runs(state.data) ? RUNNING_POLL_MS : false),
  });
  const compare = useMutation({
    mutationFn: billing.reconcile,
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
  const { data } = query;
  const busy = compare.isPending || runs(data);
  return (
    <PageSection title="Payment provider" aside="For administrators">
      {query.isError && !data ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : (
        <>
          <div className={styles.row}>
            <p className={styles.text} role="status">
              {data ? wordsOf(data, formats) : "\u2026"}
            </p>
            <Button className={styles.button} disabled={busy || !data} onClick={() => compare.mutate()}>
              {busy ? "Comparing \u2026" : "Compare now"}
            </Button>
          </div>
          <Failure of={compare} what="Nothing was compared" />
          {data && data.differences.length > 0 && (
            <ul className={styles.list} aria-label="Differences">
              {data.differences.map(({ kind, subject, title, detail, foundAt }) => (
                <li key={`${kind} ${subject}`} className={styles.difference}>
                  <p className={styles.title}>{title}</p>
                  <p className={styles.detail}>
                    {detail} Since {formats.date(foundAt)}.
                  </p>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </PageSection>
  );
}

const runs = (data: Reconciliation | undefined) => Boolean(data?.latest && data.latest.endedAt === null);
const people = (count: number) => (count === 1 ? "1 customer" : `${count.toLocaleString("en")} customers`);

function wordsOf({ latest, differences }: Reconciliation, { dateAndTime }: Formats): string {
  if (!latest) return "Nothing was compared with the payment provider yet. It is done each night.";
  if (latest.endedAt === null) return `Comparing with the payment provider: ${people(latest.compared)} so far.`;
  const mended = latest.mended
    ? ` ${latest.mended === 1 ? "1 was" : `${latest.mended.toLocaleString("en")} were`} brought up to date.`
    : "";
  const left = differences.length ? " What is left needs a person:" : " There are no differences.";
  return `Compared with the payment provider on ${dateAndTime(latest.endedAt)}: ${people(latest.compared)}.${mended}${left}`;
}
