import type { Account } from "@tessera/contracts-finance/accounts.ts";
import type { ReconciliationList } from "@tessera/contracts-finance/reconciliations.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import type { useQuery } from "@tessera/query";
import { useCommands } from "@tessera/shell-api";
import { EmptyState, ErrorState, RowSkeleton, StatusText, TextButton, useUiSettings } from "@tessera/ui";
import { useActs } from "../frame/undo.ts";
import { money } from "../money.ts";
import { dayText } from "../transactions/transaction-row.tsx";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: "0 16px", maxWidth: "760px" },
  one: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 16px",
    minHeight: "44px",
    padding: "6px 0",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { flexGrow: 1, minWidth: "160px" },
  second: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  figure: { fontWeight: 600, fontVariantNumeric: "tabular-nums" },
});

/** Statements that an account agreed with; the newest one can be undone. */
export function ReconciliationHistory(props: {
  account: Account;
  query: ReturnType<typeof useQuery<ReconciliationList>>;
}) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { undo, undoLast } = useActs();
  const { account, query } = props;
  useCommands(
    () => [{ id: "finance.undo", title: "Undo", group: "Reconcile", act: "undo", run: undoLast }],
    [undoLast],
  );
  if (!query.data)
    return query.isError ? (
      <ErrorState title="The history could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeleton />
    );
  const { items } = query.data;
  if (!items.length)
    return <EmptyState sentence={`${account.name} was not reconciled yet. Tick a statement off to begin.`} />;
  return (
    <ul className={styles.list} aria-label="Reconciliations">
      {items.map(({ id, date, closing, locked, stillLocked, act }, at) => {
        const words = `Reconciliation of ${account.name} up to ${dayText(date, locale)}`;
        const changed = locked - stillLocked;
        return (
          <li key={id} className={styles.one}>
            <div className={styles.words}>
              <div>{dayText(date, locale)}</div>
              <div className={styles.second}>{locked.toLocaleString(locale)} locked</div>
            </div>
            {changed > 0 && (
              <StatusText status="warn">{changed.toLocaleString(locale)} changed or deleted since</StatusText>
            )}
            <span className={styles.figure}>{money(closing, account.currency, locale)}</span>
            {at === 0 && <TextButton onClick={() => void undo({ act, words })}>Undo</TextButton>}
          </li>
        );
      })}
    </ul>
  );
}
