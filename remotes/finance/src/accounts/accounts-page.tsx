import { Add16Regular } from "@fluentui/react-icons/svg/add";
import { Button } from "@tessera/fluent";
import { useCommands, useKeys } from "@tessera/shell-api";
import { EmptyState, ErrorState, LiveNote, RowSkeleton } from "@tessera/ui";
import { FinancePage } from "../frame/finance-page.tsx";
import { useActs } from "../frame/undo.ts";
import { POLL_MS, useAccounts } from "../frame/use-books.ts";
import { openAccountDialog } from "./account-dialog.tsx";
import { AccountsList } from "./accounts-list.tsx";

/** `/finance/accounts`: the accounts with their balances. */
export function AccountsPage() {
  const keyOf = useKeys();
  const { live, query } = useAccounts();
  const { finished, undoLast } = useActs();
  const add = () =>
    void openAccountDialog({ onDone: ({ act, account }) => void finished(act, `${account.name} added`) });
  useCommands(
    () => [
      {
        id: "finance.add-account",
        title: "Add an account",
        group: "Accounts",
        act: "add",
        opensDialog: true,
        run: add,
      },
      { id: "finance.undo", title: "Undo", group: "Accounts", act: "undo", run: undoLast },
    ],
    [undoLast],
  );
  return (
    <FinancePage
      title="Accounts"
      actions={
        <Button appearance="primary" icon={<Add16Regular />} onClick={add}>
          Add account
        </Button>
      }
    >
      <LiveNote state={live} every={POLL_MS} />
      {query.data ? (
        query.data.items.length ? (
          <AccountsList accounts={query.data.items} />
        ) : (
          <EmptyState
            sentence="There are no accounts yet. Add one; imports find it by its number and currency."
            action={{ label: "Add account", onClick: add }}
            shortcut={keyOf("add")}
          />
        )
      ) : query.isError ? (
        <ErrorState title="The accounts could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeleton />
      )}
    </FinancePage>
  );
}
