import { BuildingBank20Regular } from "@fluentui/react-icons/svg/building-bank";
import { Checkmark20Regular } from "@fluentui/react-icons/svg/checkmark";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { counted } from "@tessera/contracts-core/counted.ts";
import type { Account } from "@tessera/contracts-finance/accounts.ts";
import { useNavigate } from "@tessera/router";
import { shell, useCommands } from "@tessera/shell-api";
import { IconButton, ListRow, StatusText, useListState, useUiSettings, VirtualList } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useRef } from "react";
import { finance } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { useRowKeys } from "../frame/use-row-keys.ts";
import { money } from "../money.ts";
import { openAccountDialog } from "./account-dialog.tsx";
import { KIND_NAMES } from "./account-kinds.ts";

const transactionsOf = ({ id }: Account) => `/finance/transactions?account=${id}`;

/** The accounts; Enter opens the transactions of one, e changes it, # deletes it with all its transactions. */
export function AccountsList({ accounts }: { accounts: readonly Account[] }) {
  const navigate = useNavigate();
  const { locale } = useUiSettings();
  const { finished } = useActs();
  const { focusId, focusRequest, focusOn, neighbour } = useListState(accounts);
  const go = (step: number) => focusOn(neighbour(step)?.id ?? null, true);
  useRowKeys("Accounts", go);

  const edit = (account: Account) =>
    void openAccountDialog({ account, onDone: (done) => void finished(done.act, `${done.account.name} changed`) });
  const remove = async ({ id, version, name, transactions }: Account) => {
    try {
      const { act } = await finance.deleteAccount(id, version);
      await finished(act, `${name} deleted with ${counted(transactions, "transaction")}`);
    } catch (error) {
      shell().notifications.show({ message: failureWords(`${name} was not deleted.`, error), intent: "error" });
    }
  };
  const focused = useRef<Account | undefined>(undefined);
  focused.current = accounts.find(({ id }) => id === focusId);
  const keysOf = useRef({ edit, remove });
  keysOf.current = { edit, remove };
  useCommands(
    () => [
      {
        id: "finance.change-account",
        title: "Change the account",
        group: "Accounts",
        act: "edit-whole",
        opensDialog: true,
        run: () => focused.current && keysOf.current.edit(focused.current),
      },
      {
        id: "finance.reconcile-account",
        title: "Reconcile the account",
        group: "Accounts",
        run: () => focused.current && navigate(`/finance/reconcile?account=${focused.current.id}`),
      },
      {
        id: "finance.delete-account",
        title: "Delete the account",
        group: "Accounts",
        act: "remove",
        run: () => focused.current && keysOf.current.remove(focused.current),
      },
    ],
    [navigate],
  );
  return (
    <VirtualList
      label="Accounts"
      rows={accounts}
      focusId={focusId}
      focusRequest={focusRequest}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={go}
      onOpen={(account) => navigate(transactionsOf(account))}
      renderRow={(account) => (
        <ListRow
          icon={<BuildingBank20Regular />}
          title={account.name}
          href={transactionsOf(account)}
          line={[KIND_NAMES[account.kind], account.number, counted(account.transactions, "transaction")]
            .filter(Boolean)
            .join(" · ")}
          age={money(account.balance, account.currency, locale)}
          tags={account.closed && <StatusText status="idle">Closed</StatusText>}
          actions={
            <>
              <IconButton
                icon={<Checkmark20Regular />}
                label={`Reconcile ${account.name}`}
                onClick={() => navigate(`/finance/reconcile?account=${account.id}`)}
              />
              <IconButton icon={<Edit20Regular />} label={`Change ${account.name}`} onClick={() => edit(account)} />
              <IconButton
                icon={<Delete20Regular />}
                label={`Delete ${account.name}`}
                onClick={() => void remove(account)}
              />
            </>
          }
        />
      )}
    />
  );
}
