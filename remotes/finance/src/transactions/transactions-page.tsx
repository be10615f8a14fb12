import { Add16Regular } from "@fluentui/react-icons/svg/add";
import { dayOf } from "@tessera/contracts-core/days.ts";
import { Button } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { useCommands } from "@tessera/shell-api";
import { EmptyState, ErrorState, LiveNote, RowSkeleton, useUiSettings } from "@tessera/ui";
import { useMemo, useRef } from "react";
import { FinancePage } from "../frame/finance-page.tsx";
import { PayeeNames } from "../frame/payee-names.tsx";
import { useActs } from "../frame/undo.ts";
import { POLL_MS, treeOf, useAccounts, useCategories } from "../frame/use-books.ts";
import { openExportDialog } from "./export-dialog.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { useFilter } from "./filter-in-url.ts";
import { SuggestedRule } from "./suggested-rule.tsx";
import { SumsBar } from "./sums-bar.tsx";
import { openTransactionDialog } from "./transaction-dialog.tsx";
import { TransactionsList } from "./transactions-list.tsx";
import { useTransactions } from "./use-transactions.ts";

const NONE: never[] = [];

/** `/finance/transactions`: all transactions, newest first, with what they add up to. */
export function TransactionsPage() {
  const navigate = useNavigate();
  const { timeZone } = useUiSettings();
  const { filter, set, clear, isEmpty } = useFilter();
  const { live, query, sums, rows, put } = useTransactions(filter);
  const accounts = useAccounts().query.data?.items ?? NONE;
  const categories = useCategories().query.data?.items ?? NONE;
  const tree = useMemo(() => treeOf(categories), [categories]);
  const paths = useMemo(() => new Map(tree.map(({ category, path }) => [category.id, path])), [tree]);
  const { finished } = useActs();
  // All that the list shows then has this payee.
  const payee = filter.payee === undefined ? undefined : (rows?.[0]?.payee?.name ?? "One payee");
  const search = useRef<HTMLInputElement>(null);
  const text = (name: "account" | "from" | "to") => (filter[name] === undefined ? undefined : String(filter[name]));
  const add = () =>
    void openTransactionDialog({
      accounts,
      tree,
      accountId: text("account"),
      today: dayOf(new Date(), timeZone),
      onDone: ({ act }) => void finished(act, "Transaction added"),
    });
  const hasAccount = accounts.length > 0;
  const exportShown = () =>
    void openExportDialog({ accounts, account: text("account"), from: text("from"), to: text("to") });
  const latest = useRef(exportShown);
  latest.current = exportShown;
  const title = "Export transactions";
  useCommands(
    () =>
      hasAccount
        ? [{ id: "finance.export", title, group: "Transactions", opensDialog: true, run: () => latest.current() }]
        : [],
    [hasAccount],
  );
  return (
    <FinancePage
      title="Transactions"
      actions={
        <>
          <Button appearance="subtle" disabledFocusable={!hasAccount} onClick={exportShown}>
            Export…
          </Button>
          <Button appearance="primary" icon={<Add16Regular />} disabledFocusable={!hasAccount} onClick={add}>
            Add transaction
          </Button>
        </>
      }
    >
      <FilterBar {...{ filter, accounts, tree, search, payee }} onChange={set} onClear={clear} />
      <LiveNote state={live} every={POLL_MS} />
      <PayeeNames />
      <SuggestedRule categories={paths} />
      {rows === undefined ? (
        query.isError ? (
          <ErrorState
            title="The transactions could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <RowSkeleton />
        )
      ) : rows.length === 0 ? (
        isEmpty ? (
          <EmptyState
            sentence={
              hasAccount
                ? "There are no transactions yet. Add the first one."
                : "Transactions belong to an account. Add an account first."
            }
            action={
              hasAccount
                ? { label: "Add transaction", onClick: add }
                : { label: "Go to the accounts", onClick: () => navigate("/finance/accounts") }
            }
          />
        ) : (
          <EmptyState
            sentence="No transactions match this filter."
            action={{ label: "Show all transactions", onClick: clear }}
          />
        )
      ) : (
        <TransactionsList
          {...{ rows, accounts, tree, put, onAdd: add }}
          showAccount={filter.account === undefined && accounts.length > 1}
          total={sums.data?.total}
          hasMore={query.hasNextPage}
          moreError={query.isFetchNextPageError ? query.error : null}
          loadMore={() => void query.fetchNextPage({ cancelRefetch: false })}
          onSearch={() => search.current?.focus()}
        />
      )}
      {rows !== undefined && rows.length > 0 && <SumsBar sums={sums.data} />}
    </FinancePage>
  );
}
