import type { Account } from "@tessera/contracts-finance/accounts.ts";
import { decimalOf, readAmount } from "@tessera/contracts-finance/currencies.ts";
import type { ReconciliationStart } from "@tessera/contracts-finance/reconciliations.ts";
import type { TransactionPage } from "@tessera/contracts-finance/transactions.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Checkbox, Field, Input } from "@tessera/fluent-data";
import type { useInfiniteQuery } from "@tessera/query";
import { useCommands } from "@tessera/shell-api";
import { EmptyState, ListRow, Notice, useListState, useUiSettings, VirtualList } from "@tessera/ui";
import { DayField } from "@tessera/ui/day-field";
import { failureWords } from "@tessera/ui/failure-words";
import { useRef, useState } from "react";
import { finance } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { useAddress } from "../frame/use-address.ts";
import { useRowKeys } from "../frame/use-row-keys.ts";
import { money } from "../money.ts";
import { dayText, titleOf } from "../transactions/transaction-row.tsx";
import { useTicks } from "./use-reconciliation.ts";

const useStyles = makeStyles({
  head: {
    flexShrink: 0,
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(150px, 200px))",
    alignItems: "start",
    gap: "8px 16px",
    padding: "12px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  figures: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 24px",
    padding: "8px 16px",
    color: tokens.colorNeutralForeground2,
  },
  figure: { color: tokens.colorNeutralForeground1, fontWeight: 600, fontVariantNumeric: "tabular-nums" },
  good: { color: "var(--good)" },
  bad: { color: "var(--bad)" },
  foot: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    padding: "12px 16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  box: { margin: "-6px" },
});

interface Props {
  account: Account;
  date: string;
  start: ReconciliationStart;
  /** What is shown is of another day still. */
  isOld: boolean;
  rows: ReturnType<typeof useInfiniteQuery<TransactionPage>> & { data?: { pages: TransactionPage[] } };
}

/** Enter or x ticks a row and moves on to the next; what is missing to the statement is shown all the time. */
export function StatementTicks({ account, date, start, isOld, rows: query }: Props) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { params, set } = useAddress();
  const { finished, undoLast } = useActs();
  const { currency } = account;
  const { stated, last } = start;
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const { focusId, focusRequest, focusOn, neighbour } = useListState(rows);
  const go = (step: number) => focusOn(neighbour(step)?.id ?? null, true);
  useRowKeys("Reconcile", go);
  const { isTicked, ahead, tick } = useTicks(rows);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const text = params.get("closing") ?? (stated?.date === date ? decimalOf(stated.closing, currency) : "");
  const closing = readAmount(text, currency);
  const ticked = start.cleared + ahead;
  const difference = closing === null ? null : closing - ticked;
  const isLate = last !== null && last.date >= date;
  const shown = (amount: number) => money(amount, currency, locale);

  const toggle = (id: string | null) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return;
    focusOn(neighbour(1)?.id ?? row.id, true);
    void tick([row.id], !isTicked(row));
  };
  const tickAll = () => void tick(rows.flatMap((row) => (isTicked(row) ? [] : row.id)).slice(0, 1000), true);
  const finish = async (adjust: boolean) => {
    if (closing === null || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const statement = { date, closing, adjust };
      const { act, reconciliation } = await finance.reconcile(account.id, statement, crypto.randomUUID());
      set({ date: null, closing: null, view: "history" });
      await finished(act, `${account.name} reconciled, ${reconciliation.locked.toLocaleString()} locked`);
    } catch (error) {
      setFailure(failureWords("Nothing was locked.", error));
    } finally {
      setBusy(false);
    }
  };
  const latest = useRef({ toggle, tickAll, finish });
  latest.current = { toggle, tickAll, finish };
  const focused = useRef(focusId);
  focused.current = focusId;
  const ready = difference === 0 && !isLate && !isOld;
  useCommands(
    () => [
      {
        id: "finance.tick",
        title: "Tick the transaction off",
        group: "Reconcile",
        act: "select",
        run: () => latest.current.toggle(focused.current),
      },
      {
        id: "finance.tick-all",
        title: "Tick all that are loaded",
        group: "Reconcile",
        run: () => latest.current.tickAll(),
      },
      { id: "finance.undo", title: "Undo", group: "Reconcile", act: "undo", run: undoLast },
    ],
    [undoLast],
  );
  return (
    <>
      <div className={styles.head}>
        <Field label="Day of the statement">
          <DayField
            label="Day of the statement"
            required
            value={date}
            onChange={(day) => set({ date: day, closing: null })}
          />
        </Field>
        <Field
          label={`Closing balance, ${currency}`}
          validationMessage={text && closing === null ? "Enter an amount, for example 1200.50." : undefined}
          hint={stated?.date === date && !params.has("closing") ? `From ${stated.fileName}` : undefined}
        >
          <Input value={text} inputMode="decimal" onChange={(_, { value }) => set({ closing: value })} />
        </Field>
      </div>
      <div className={styles.figures} role="status" aria-label="The statement and what is ticked">
        <span>
          Ticked <span className={styles.figure}>{shown(ticked)}</span>
        </span>
        {closing !== null && (
          <span>
            Statement <span className={styles.figure}>{shown(closing)}</span>
          </span>
        )}
        <span>
          {difference === null ? (
            "Enter the closing balance to see the difference."
          ) : (
            <>
              Difference{" "}
              <span className={mergeClasses(styles.figure, difference === 0 ? styles.good : styles.bad)}>
                {difference === 0 ? "None" : shown(difference)}
              </span>
            </>
          )}
        </span>
      </div>
      {failure && <Notice intent="error">{failure}</Notice>}
      {isLate && (
        <Notice intent="warning">
          The account is reconciled up to {dayText(last.date, locale)}. Choose a later statement, or undo that
          reconciliation in the history.
        </Notice>
      )}
      {rows.length ? (
        <VirtualList
          label="Transactions up to the statement"
          rows={rows}
          focusId={focusId}
          focusRequest={focusRequest}
          hasMore={query.hasNextPage}
          moreError={query.isFetchNextPageError ? query.error : null}
          loadTo={() => void query.fetchNextPage({ cancelRefetch: false })}
          onFocusRow={(id) => focusOn(id, false)}
          onMove={go}
          onOpen={({ id }) => toggle(id)}
          renderRow={(row) => (
            <ListRow
              icon={
                <Checkbox
                  className={styles.box}
                  tabIndex={-1}
                  aria-label={`Tick ${titleOf(row)} off`}
                  checked={isTicked(row)}
                  onChange={() => toggle(row.id)}
                />
              }
              title={titleOf(row)}
              line={[dayText(row.date, locale), row.note].filter(Boolean).join(" · ")}
              age={money(row.amount, currency, locale)}
            />
          )}
        />
      ) : (
        <EmptyState sentence="Nothing is left to tick up to this day. Finish when the difference is none." />
      )}
      <div className={styles.foot}>
        <Button appearance="primary" disabledFocusable={busy || !ready} onClick={() => ready && void finish(false)}>
          Finish and lock
        </Button>
        {difference !== null && difference !== 0 && !isLate && (
          <Button disabledFocusable={busy || isOld} onClick={() => void finish(true)}>
            Add {shown(difference)} as an adjustment and finish
          </Button>
        )}
        <Button appearance="subtle" disabledFocusable={rows.every(isTicked)} onClick={tickAll}>
          Tick all
        </Button>
      </div>
    </>
  );
}
