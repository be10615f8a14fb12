import { dayOf } from "@tessera/contracts-core/days.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import { useNavigate } from "@tessera/router";
import { EmptyState, ErrorState, LiveNote, PaneScroll, RowSkeleton, useUiSettings, ViewTabs } from "@tessera/ui";
import { FinancePage } from "../frame/finance-page.tsx";
import { useAddress } from "../frame/use-address.ts";
import { POLL_MS, useAccounts } from "../frame/use-books.ts";
import { ReconciliationHistory } from "./reconciliation-history.tsx";
import { StatementTicks } from "./statement-ticks.tsx";
import { useReconciliation } from "./use-reconciliation.ts";

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
    padding: "8px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
});

/** `/finance/reconcile`: an account against a statement of its bank, ticked off line by line. */
export function ReconcilePage() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { params, set } = useAddress();
  const query = useAccounts().query;
  const accounts = query.data?.items;
  const open = accounts?.filter(({ closed }) => !closed) ?? [];
  const id = params.get("account") ?? (open.length === 1 ? open[0]!.id : "");
  const account = accounts?.find((one) => one.id === id);
  return (
    <FinancePage title="Reconcile">
      <div className={styles.bar}>
        <Select
          aria-label="Account"
          value={account?.id ?? ""}
          onChange={(_, { value }) => set({ account: value, date: null, closing: null })}
        >
          <option value="">Which account?</option>
          {accounts?.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
        <ViewTabs
          label="Reconcile"
          views={[
            { id: "statement", label: "Statement" },
            { id: "history", label: "History" },
          ]}
          selected={params.get("view") === "history" ? "history" : "statement"}
          onSelect={(view) => set({ view: view === "history" ? view : null })}
        />
      </div>
      {account ? (
        <OneAccount key={account.id} account={account} />
      ) : query.isError ? (
        <ErrorState title="The accounts could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : !accounts ? (
        <RowSkeleton />
      ) : accounts.length ? (
        <EmptyState sentence="Choose the account that your statement is of." />
      ) : (
        <EmptyState
          sentence="There are no accounts yet. Add one, then compare it with your statement."
          action={{ label: "Go to the accounts", onClick: () => navigate("/finance/accounts") }}
        />
      )}
    </FinancePage>
  );
}

function OneAccount({ account }: { account: Parameters<typeof StatementTicks>[0]["account"] }) {
  const { timeZone } = useUiSettings();
  const { params } = useAddress();
  const chosen = params.get("date") ?? undefined;
  const suggested = useReconciliation(account.id, undefined).start;
  // Without a file that states a balance, statements are of today.
  const date = chosen ?? (suggested.data && (suggested.data.stated?.date ?? dayOf(new Date(), timeZone)));
  const { live, start, history, rows } = useReconciliation(account.id, date);
  if (params.get("view") === "history")
    return (
      <PaneScroll>
        <ReconciliationHistory account={account} query={history} />
      </PaneScroll>
    );
  const failed = [suggested, start, rows].find(({ isError, data }) => isError && !data);
  if (failed)
    return (
      <ErrorState
        title="The account could not be compared"
        error={failed.error}
        onRetry={() => void Promise.all([suggested.refetch(), start.refetch(), rows.refetch()])}
      />
    );
  if (!date || !start.data || !rows.data) return <RowSkeleton />;
  return (
    <>
      <LiveNote state={live} every={POLL_MS} />
      <StatementTicks {...{ account, date, rows }} start={start.data} isOld={start.isPlaceholderData} />
    </>
  );
}
