import type { Account } from "@tessera/contracts-finance/accounts.ts";
import type { Transaction, TransactionPatch } from "@tessera/contracts-finance/transactions.ts";
import { useIsPhone, useListState, VirtualList } from "@tessera/ui";
import { useCallback, useMemo, useRef, useState } from "react";
import type { TreeNode } from "../frame/use-books.ts";
import { openRuleDialog } from "../rules/rule-dialog.tsx";
import { ruleLike } from "../rules/rule-like.ts";
import { useRuleChanges } from "../rules/use-rules.ts";
import { TransactionsBar } from "./bulk-bar.tsx";
import { pickCategory } from "./category-picker.tsx";
import { type After, type Column, EditRow } from "./edit-row.tsx";
import { openTransactionDialog } from "./transaction-dialog.tsx";
import { TransactionRow } from "./transaction-row.tsx";
import { useChanges } from "./use-changes.ts";
import { useKeys } from "./use-keys.ts";

interface Props {
  rows: readonly Transaction[];
  accounts: readonly Account[];
  tree: readonly TreeNode[];
  showAccount: boolean;
  total: number | undefined;
  hasMore: boolean;
  moreError: Error | null;
  put: (saved: Transaction) => void;
  loadMore: () => void;
  onAdd: () => void;
  onSearch: () => void;
}

/** The transactions that are loaded; Enter edits one in its row, as in a spreadsheet. */
export function TransactionsList(props: Props) {
  const { rows, accounts, tree } = props;
  const isPhone = useIsPhone();
  const list = useListState(rows);
  const { focusId, focusRequest, focusOn, neighbour, checked, toggle, extendTo, clear, checkAll } = list;
  const [editing, setEditing] = useState<{ id: string; column: Column } | null>(null);
  const { save, bulk, finished, undoLast } = useChanges(props.put);
  const categories = useMemo(() => new Map(tree.map(({ category }) => [category.id, category.name])), [tree]);
  const names = useMemo(() => new Map(accounts.map(({ id, name }) => [id, name])), [accounts]);

  const { saved } = useRuleChanges();
  const makeRule = (transaction: Transaction) =>
    void openRuleDialog({ accounts, tree, hint: ruleLike(transaction), onDone: (done) => void saved(done) });
  const openAll = (transaction: Transaction) =>
    void openTransactionDialog({
      ...{ accounts, tree, transaction, today: transaction.date, onMakeRule: makeRule },
      onDone: ({ act }) => void finished(act, "Transaction changed"),
    });
  const openRow = (row: Transaction) => {
    if (isPhone) openAll(row);
    else setEditing({ id: row.id, column: "category" });
  };
  const latest = useRef(openRow);
  latest.current = openRow;
  const onOpen = useCallback((row: Transaction) => latest.current(row), []);

  const onSave = (row: Transaction, patch: TransactionPatch, after: After, column: Column) => {
    const at = rows.findIndex(({ id }) => id === row.id) + (after === "next" ? 1 : -1);
    const next = after === "stay" ? undefined : rows[at];
    setEditing(next ? { id: next.id, column } : null);
    focusOn(next?.id ?? row.id, !next && after !== "stay");
    void save(row, patch);
  };
  /** The selected rows, else the one that has the focus. */
  const chosen = () => (checked.size ? [...checked] : focusId ? [focusId] : []);
  const categorise = async () => {
    const ids = chosen();
    if (!ids.length) return;
    const title = ids.length === 1 ? "Categorise the transaction" : `Categorise ${ids.length} transactions`;
    const picked = await pickCategory(tree, title);
    if (!picked) return;
    // The next row is where the person continues.
    if (!checked.size) focusOn(neighbour(1)?.id ?? focusId, true);
    clear();
    await bulk(ids, { categoryId: picked.id }, picked.id ? `in ${picked.label}` : "without a category");
  };
  const remove = async () => {
    const ids = chosen();
    if (!ids.length) return;
    focusOn(list.successor(new Set(ids))?.id ?? null, true);
    clear();
    await bulk(ids, { delete: true }, "deleted");
  };
  const focused = () => rows.find(({ id }) => id === focusId);
  useKeys({
    move: (step) => focusOn(neighbour(step)?.id ?? null, true),
    check: () => focusId && toggle(focusId),
    checkAll,
    categorise: () => void categorise(),
    edit: () => {
      const row = focused();
      if (row) openRow(row);
    },
    splits: () => {
      const row = focused();
      if (row) openAll(row);
    },
    rule: () => {
      const row = focused();
      if (row) makeRule(row);
    },
    add: props.onAdd,
    remove: () => void remove(),
    search: props.onSearch,
    undo: () => void undoLast(),
    escape: clear,
  });
  return (
    <>
      <VirtualList
        label="Transactions"
        rows={rows}
        total={props.total}
        focusId={focusId}
        focusRequest={focusRequest}
        checked={checked}
        hasMore={props.hasMore}
        moreError={props.moreError}
        loadTo={props.loadMore}
        onFocusRow={(id) => focusOn(id, false)}
        onMove={(step, extend) => {
          const row = neighbour(step);
          if (!row) return;
          if (extend) extendTo(row.id);
          focusOn(row.id, true);
        }}
        onExtend={(row) => extendTo(row.id)}
        onOpen={openRow}
        renderRow={(row, state) =>
          editing?.id === row.id ? (
            <EditRow
              row={row}
              tree={tree}
              column={editing.column}
              onSave={onSave}
              onCancel={() => {
                setEditing(null);
                focusOn(row.id, true);
              }}
            />
          ) : (
            <TransactionRow
              row={row}
              categories={categories}
              account={props.showAccount ? names.get(row.accountId) : undefined}
              checked={state.checked}
              onCheck={toggle}
              onOpen={onOpen}
            />
          )
        }
      />
      {checked.size > 0 && (
        <TransactionsBar
          count={checked.size}
          onCategorise={() => void categorise()}
          onCleared={() => void bulk(chosen(), { state: "cleared" }, "marked as cleared").then(clear)}
          onDelete={() => void remove()}
          onClear={clear}
        />
      )}
    </>
  );
}
