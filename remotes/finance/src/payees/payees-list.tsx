import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { Person20Regular } from "@fluentui/react-icons/svg/person";
import type { Payee } from "@tessera/contracts-finance/payees.ts";
import { Button } from "@tessera/fluent";
import { Checkbox } from "@tessera/fluent-data";
import { useNavigate } from "@tessera/router";
import { inList, shell, useCommands, useKeys } from "@tessera/shell-api";
import { IconButton, ListRow, useIsPhone, useListState, useUiSettings, VirtualList } from "@tessera/ui";
import { BulkBar } from "@tessera/ui/bulk-bar";
import { failureWords } from "@tessera/ui/failure-words";
import { useRef } from "react";
import { finance } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { dayText } from "../transactions/transaction-row.tsx";
import { openMergeDialog } from "./merge-dialog.tsx";
import { openPayeeDialog } from "./payee-dialog.tsx";

const transactionsOf = ({ id }: Payee) => `/finance/transactions?payee=${id}`;
const payeesOf = (count: number) => `${count.toLocaleString()} ${count === 1 ? "payee" : "payees"}`;

/** The payees; Enter opens the transactions of one, x selects it, and those that are selected become one. */
export function PayeesList(props: {
  payees: readonly Payee[];
  total: number;
  hasMore: boolean;
  moreError: Error | null;
  loadMore: () => void;
  onSearch: () => void;
}) {
  const navigate = useNavigate();
  const { locale } = useUiSettings();
  const keyOf = useKeys();
  const { finished } = useActs();
  // A finger has no key to select with, and rows no actions.
  const isPhone = useIsPhone();
  const { payees } = props;
  const list = useListState(payees);
  const { focusId, focusRequest, focusOn, neighbour, checked, toggle, extendTo, clear, checkAll } = list;

  const edit = (payee: Payee) =>
    void openPayeeDialog({ payee, onDone: (done) => void finished(done.act, `${done.payee.name} changed`) });
  /** The selected ones, else the one that has the focus. */
  const chosen = () => payees.filter(({ id }) => (checked.size ? checked.has(id) : id === focusId));
  const remove = async (rows: readonly Payee[]) => {
    if (!rows.length) return;
    try {
      const { act, deleted, skipped } = await finance.deletePayees(
        { ids: rows.map(({ id }) => id) },
        crypto.randomUUID(),
      );
      clear();
      const left = skipped ? `, ${payeesOf(skipped)} with transactions kept` : "";
      await finished(act, `${payeesOf(deleted)} deleted${left}`);
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was deleted.", error), intent: "error" });
    }
  };
  const merge = () => {
    const rows = chosen().toSorted((a, b) => b.transactions - a.transactions);
    if (rows.length < 2) {
      shell().notifications.show({ message: "Select two payees or more, then merge them." });
      return;
    }
    void openMergeDialog({
      payees: rows,
      onDone: ({ act, payee, merged, moved }) => {
        clear();
        focusOn(payee.id, true);
        void finished(
          act,
          `${payeesOf(merged)} merged into ${payee.name}, ${moved.toLocaleString()} ${moved === 1 ? "transaction" : "transactions"} moved`,
        );
      },
    });
  };
  const go = (step: number) => focusOn(neighbour(step)?.id ?? null, true);
  const actions = { go, edit, remove, merge, chosen, focusId, toggle, clear, checkAll, search: props.onSearch };
  const latest = useRef(actions);
  latest.current = actions;
  useCommands(() => {
    const group = "Payees";
    const now = () => latest.current;
    return [
      { id: "finance.next-payee", title: "Next payee", group, act: "next", hidden: true, run: () => now().go(1) },
      {
        ...{ id: "finance.previous-payee", title: "Previous payee", group, act: "previous", hidden: true },
        run: () => now().go(-1),
      },
      {
        ...{ id: "finance.change-payee", title: "Change the payee", group, act: "edit-whole", opensDialog: true },
        run: () => {
          const [row] = now().chosen();
          if (row) now().edit(row);
        },
      },
      {
        ...{ id: "finance.merge-payees", title: "Merge the selected payees", group, opensDialog: true },
        run: () => now().merge(),
      },
      {
        ...{ id: "finance.delete-payees", title: "Delete payees without transactions", group, act: "remove" },
        run: () => now().remove(now().chosen()),
      },
      {
        ...{ id: "finance.check-payee", title: "Select the payee", group, act: "select", hidden: true },
        run: () => {
          const { focusId: id } = now();
          if (id) now().toggle(id);
        },
      },
      {
        ...{ id: "finance.check-payees", title: "Select all that are shown", group, act: "select-all", when: inList },
        run: () => now().checkAll(),
      },
      { id: "finance.search-payees", title: "Search payees", group, act: "search", run: () => now().search() },
      {
        ...{ id: "finance.leave-payees", title: "Clear the selection", group, act: "leave", hidden: true },
        run: () => now().clear(),
      },
    ];
  }, []);
  return (
    <>
      <VirtualList
        label="Payees"
        rows={payees}
        total={props.total}
        hasMore={props.hasMore}
        moreError={props.moreError}
        loadTo={props.loadMore}
        focusId={focusId}
        focusRequest={focusRequest}
        checked={checked}
        onFocusRow={(id) => focusOn(id, false)}
        onMove={(step, extend) => {
          const row = neighbour(step);
          if (!row) return;
          if (extend) extendTo(row.id);
          focusOn(row.id, true);
        }}
        onExtend={(row) => extendTo(row.id)}
        onOpen={(row) => navigate(transactionsOf(row))}
        renderRow={(row, state) => (
          <ListRow
            icon={
              isPhone || state.checked || checked.size > 0 ? (
                <Checkbox
                  tabIndex={-1}
                  style={{ margin: "-6px", position: "relative", zIndex: 1 }}
                  aria-label={`Select ${row.name}`}
                  checked={state.checked}
                  onChange={() => toggle(row.id)}
                />
              ) : (
                <Person20Regular />
              )
            }
            title={row.name}
            href={transactionsOf(row)}
            checked={state.checked}
            line={[
              row.newest ? `Last on ${dayText(row.newest, locale)}` : "Without transactions",
              row.aliases.length ? `also ${row.aliases.join(", ")}` : "",
            ]
              .filter(Boolean)
              .join(" · ")}
            age={row.transactions.toLocaleString(locale)}
            actions={
              <>
                <IconButton icon={<Edit20Regular />} label={`Change ${row.name}`} onClick={() => edit(row)} />
                {row.transactions === 0 && (
                  <IconButton
                    icon={<Delete20Regular />}
                    label={`Delete ${row.name}`}
                    onClick={() => void remove([row])}
                  />
                )}
              </>
            }
          />
        )}
      />
      {checked.size > 0 && (
        <BulkBar rows={payeesOf(checked.size)} shortcut={keyOf("leave")} onClear={clear}>
          <Button size="small" appearance="secondary" disabledFocusable={checked.size < 2} onClick={merge}>
            Merge {payeesOf(checked.size)}
          </Button>
          {checked.size === 1 && (
            <Button size="small" appearance="subtle" onClick={() => chosen().slice(0, 1).forEach(edit)}>
              Change
            </Button>
          )}
          <Button size="small" appearance="subtle" onClick={() => void remove(chosen())}>
            Delete
          </Button>
        </BulkBar>
      )}
    </>
  );
}
