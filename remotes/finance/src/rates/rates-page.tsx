import { Add16Regular } from "@fluentui/react-icons/svg/add";
import { ArrowUpload16Regular } from "@fluentui/react-icons/svg/arrow-upload";
import { dayOf } from "@tessera/contracts-core/days.ts";
import { MAX_SHOWN_RATES } from "@tessera/contracts-finance/limits.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import { shell, useCommands, useKeys } from "@tessera/shell-api";
import { EmptyState, ErrorState, Notice, RowSkeleton, useUiSettings } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useRef } from "react";
import { finance } from "../api.ts";
import { FinancePage } from "../frame/finance-page.tsx";
import { useActs } from "../frame/undo.ts";
import { useAccounts } from "../frame/use-books.ts";
import { openRateDialog } from "./rate-dialog.tsx";
import { RatesList } from "./rates-list.tsx";
import { useRateFile, useRates } from "./use-rates.ts";

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    padding: "8px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { flexGrow: 1, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  notice: { padding: "12px 16px 0" },
});

/** `/finance/rates`: what currencies were worth in one another, as the person or their file says. */
export function RatesPage() {
  const styles = useStyles();
  const keyOf = useKeys();
  const { locale, timeZone } = useUiSettings();
  const { query, show } = useRates();
  const { finished, undoLast } = useActs();
  const { read, busy, failure } = useRateFile(locale);
  const input = useRef<HTMLInputElement>(null);
  const accounts = useAccounts().query.data?.items ?? [];
  const pairs = query.data?.pairs ?? [];
  const shown = query.data?.items[0];
  const pair = pairs.find(({ base, quote }) => base === shown?.base && quote === shown.quote);

  const add = () => {
    const currencies = [...new Set(accounts.map(({ currency }) => currency))];
    const [quote = "EUR", base = ""] = currencies;
    void openRateDialog({
      ...{ base: pair?.base ?? base, quote: pair?.quote ?? quote, day: dayOf(new Date(), timeZone) },
      onDone: ({ act, rate }) => {
        show(`${rate.base}-${rate.quote}`);
        void finished(act, `Rate of ${rate.base} in ${rate.quote} saved`);
      },
    });
  };
  const choose = () => input.current?.click();
  const removePair = async () => {
    if (!pair) return;
    const { base, quote } = pair;
    try {
      const { act, deleted } = await finance.deleteRates({ base, quote });
      const rates = deleted === 1 ? "rate" : "rates";
      await finished(act, `${deleted.toLocaleString()} ${rates} of ${base} in ${quote} deleted`);
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was deleted.", error), intent: "error" });
    }
  };
  const latest = useRef({ add, choose });
  latest.current = { add, choose };
  useCommands(() => {
    const group = "Rates";
    return [
      {
        ...{ id: "finance.add-rate", title: "Give a rate", group, act: "add", opensDialog: true },
        run: () => latest.current.add(),
      },
      { id: "finance.import-rates", title: "Import rates", group, run: () => latest.current.choose() },
      { id: "finance.undo", title: "Undo", group, act: "undo", run: undoLast },
    ];
  }, [undoLast]);
  return (
    <FinancePage
      title="Exchange Rates"
      actions={
        <>
          <Button appearance="subtle" icon={<ArrowUpload16Regular />} disabledFocusable={busy} onClick={choose}>
            {busy ? "Reading the file …" : "Import rates"}
          </Button>
          <Button appearance="primary" icon={<Add16Regular />} onClick={add}>
            Give a rate
          </Button>
        </>
      }
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label="File of exchange rates"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      {failure && (
        <div className={styles.notice}>
          <Notice intent="error">{failure}</Notice>
        </div>
      )}
      {query.data ? (
        pair ? (
          <>
            <div className={styles.bar}>
              <Select
                aria-label="Currencies"
                value={`${pair.base}-${pair.quote}`}
                onChange={(_, choice) => show(choice.value)}
              >
                {pairs.map(({ base, quote }) => (
                  <option key={`${base}-${quote}`} value={`${base}-${quote}`}>
                    {base} in {quote}
                  </option>
                ))}
              </Select>
              <span className={styles.words} role="status">
                {pair.days > MAX_SHOWN_RATES
                  ? `The newest ${MAX_SHOWN_RATES} of ${pair.days.toLocaleString(locale)} days`
                  : `${pair.days.toLocaleString(locale)} ${pair.days === 1 ? "day" : "days"}`}
              </span>
              <Button size="small" appearance="subtle" onClick={() => void removePair()}>
                Delete all of {pair.base} in {pair.quote}
              </Button>
            </div>
            <RatesList rates={query.data.items} />
          </>
        ) : (
          <EmptyState
            sentence={
              "There are no exchange rates yet. Give one, or import a CSV file such as eurofxref-hist.csv of the " +
              "European Central Bank. The summary, transfers and receipts use them."
            }
            action={{ label: "Give a rate", onClick: add }}
            shortcut={keyOf("add")}
          />
        )
      ) : query.isError ? (
        <ErrorState title="The rates could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeleton />
      )}
    </FinancePage>
  );
}
