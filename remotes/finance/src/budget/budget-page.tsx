import { ChevronLeft20Regular } from "@fluentui/react-icons/svg/chevron-left";
import { ChevronRight20Regular } from "@fluentui/react-icons/svg/chevron-right";
import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { BUDGETED_KINDS } from "@tessera/contracts-finance/budgeted-kinds.ts";
import type { Budget, BudgetFillFrom } from "@tessera/contracts-finance/budgets.ts";
import { addMonths } from "@tessera/contracts-finance/months.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { useNavigate } from "@tessera/router";
import { useCommands } from "@tessera/shell-api";
import {
  EmptyState,
  ErrorState,
  IconButton,
  LiveNote,
  PaneScroll,
  RowSkeleton,
  TextButton,
  useUiSettings,
} from "@tessera/ui";
import { useMemo, useRef } from "react";
import { FinancePage } from "../frame/finance-page.tsx";
import { useActs } from "../frame/undo.ts";
import { useAddress } from "../frame/use-address.ts";
import { POLL_MS, type TreeNode, treeOf, useAccounts, useCategories } from "../frame/use-books.ts";
import { useMonths } from "../frame/use-months.ts";
import { monthOr } from "../summary/period.ts";
import { BudgetHead } from "./budget-pool.tsx";
import { type BudgetTableRow, rowsOf } from "./budget-rows.ts";
import { BudgetTable } from "./budget-table.tsx";
import { openHoldDialog } from "./hold-dialog.tsx";
import { openMoveDialog } from "./move-dialog.tsx";
import { openStartDialog } from "./start-dialog.tsx";
import { useBudgetChanges, useBudgetMonth, useBudgets } from "./use-budget.ts";

const phone = "@media (max-width: 599.98px)";

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexDirection: "column",
    gap: "16px",
    width: "100%",
    maxWidth: "1000px",
    boxSizing: "border-box",
    padding: "16px 24px 32px",
    [phone]: { padding: "12px 16px 24px" },
  },
  bar: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px" },
  month: { minWidth: "144px", textAlign: "center", fontWeight: 600, [phone]: { minWidth: 0, flexGrow: 1 } },
  end: { marginLeft: "auto", display: "flex", alignItems: "center", gap: "8px" },
});

const NONE: never[] = [];

/** `/finance/budget`: what each category has in a month, what was spent of it, and what is left. */
export function BudgetPage() {
  const navigate = useNavigate();
  const { thisMonth } = useMonths();
  const { params, set } = useAddress();
  const { live, query } = useBudgets();
  const accounts = useAccounts().query.data?.items;
  const categories = useCategories().query.data?.items;
  const tree = useMemo(() => treeOf(categories ?? NONE), [categories]);
  const { finished } = useActs();
  const budgets = query.data?.items;
  const budget = budgets?.find(({ currency }) => currency === params.get("currency")) ?? budgets?.[0];
  const currencies = [
    ...new Set(accounts?.filter(({ kind }) => BUDGETED_KINDS.includes(kind)).map(({ currency }) => currency)),
  ].filter((currency) => !budgets?.some((one) => one.currency === currency));
  const begin = () =>
    void openStartDialog({
      ...{ currencies, tree, thisMonth },
      onDone: (done) => {
        set({ currency: done.budget.currency });
        void finished(done.act, `Budget in ${done.budget.currency} begun`);
      },
    });
  return (
    <FinancePage
      title="Budget"
      actions={
        budget &&
        currencies.length > 0 && (
          <Button appearance="subtle" onClick={begin}>
            Begin a budget in {currencies.length === 1 ? currencies[0] : "another currency"}
          </Button>
        )
      }
    >
      <LiveNote state={live} every={POLL_MS} />
      {budget && categories ? (
        <OneBudget {...{ budget, budgets: budgets!, tree, thisMonth }} asked={params.get("month")} set={set} />
      ) : query.isError ? (
        <ErrorState title="The budget could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : !(budgets && accounts && categories) ? (
        <RowSkeleton />
      ) : currencies.length ? (
        <EmptyState
          sentence="There is no budget yet. It says what each category may cost in a month, and what is left of it."
          action={{ label: "Begin a budget", onClick: begin }}
        />
      ) : (
        <EmptyState
          sentence="A budget is about the money in your accounts. Add an account first."
          action={{ label: "Go to the accounts", onClick: () => navigate("/finance/accounts") }}
        />
      )}
    </FinancePage>
  );
}

const FILLS: readonly (readonly [BudgetFillFrom, string])[] = [
  ["last-budget", "Copy the month before"],
  ["last-spent", "What was spent the month before"],
  ["average-3", "Average of three months"],
  ["zero", "Nothing"],
];

function OneBudget(props: {
  budget: Budget;
  budgets: readonly Budget[];
  tree: readonly TreeNode[];
  thisMonth: string;
  /** The month of the address. */
  asked: string | null;
  set: (change: Record<string, string | null>) => void;
}) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { locale } = useUiSettings();
  const monthly = useMonths();
  const { budget, tree, thisMonth, set } = props;
  const { start, currency, kind } = budget;
  const wanted = monthOr(props.asked, thisMonth);
  const month = wanted < start ? start : wanted;
  const query = useBudgetMonth(budget, month);
  // Until another budget is there, the one before is not shown under its name.
  const read = query.data?.budget.id === budget.id ? query.data : undefined;
  const changes = useBudgetChanges(budget, month, locale);
  const shown = read && changes.withTyped(read);
  const rows = useMemo(() => rowsOf(tree, shown?.lines ?? NONE), [tree, shown]);
  const go = (step: number) => {
    const next = addMonths(month, step);
    if (next >= start) set({ month: next });
  };
  const transactions = (filter: Record<string, string>) =>
    `/finance/transactions?${new URLSearchParams({ ...filter, ...monthly.daysOf(month), currency, counted: "budget" })}`;
  const openSpent = (row: BudgetTableRow) =>
    void navigate(transactions({ category: row.categoryId, ...(row.kind === "line" ? { own: "yes" } : {}) }));
  const openBalance = (row: BudgetTableRow) =>
    shown &&
    void openMoveDialog({
      ...{ row, shown, text: changes.text, onMove: changes.move },
      others: rows.filter((one) => one.kind === "line" && one.categoryId !== row.categoryId),
      onCarries: (carries) => changes.setCarries(row.categoryId, carries, row.name),
    });
  const hold = () => shown && void openHoldDialog({ shown, onHold: changes.hold });
  const latest = useRef({ go, hold, fill: changes.fill, undoLast: changes.undoLast, set, thisMonth });
  latest.current = { go, hold, fill: changes.fill, undoLast: changes.undoLast, set, thisMonth };
  useCommands(() => {
    const group = "Budget";
    const at = latest.current;
    return [
      { id: "finance.budget-next", title: "Next month", group, run: () => latest.current.go(1) },
      { id: "finance.budget-previous", title: "Previous month", group, run: () => latest.current.go(-1) },
      { id: "finance.budget-today", title: "This month", group, run: () => at.set({ month: null }) },
      ...FILLS.map(([from, title]) => ({
        ...{ id: `finance.budget-${from}`, title: `Budget the month: ${title.toLowerCase()}`, group },
        run: () => latest.current.fill(from),
      })),
      ...(kind === "envelope"
        ? [
            {
              ...{ id: "finance.budget-hold", title: "Hold money for the next month", group, opensDialog: true },
              run: () => latest.current.hold(),
            },
          ]
        : []),
      { id: "finance.undo", title: "Undo", group, act: "undo", run: () => latest.current.undoLast() },
    ];
  }, [kind]);
  return (
    <PaneScroll>
      {shown ? (
        <div className={styles.root}>
          <div className={styles.bar}>
            <IconButton
              icon={<ChevronLeft20Regular />}
              label="Previous month"
              disabled={month <= start}
              onClick={() => go(-1)}
            />
            <span className={styles.month} role="status">
              {monthly.text(month)}
            </span>
            <IconButton icon={<ChevronRight20Regular />} label="Next month" onClick={() => go(1)} />
            {month !== thisMonth && thisMonth >= start && (
              <TextButton onClick={() => set({ month: null })}>This month</TextButton>
            )}
            <span className={styles.end}>
              {props.budgets.length > 1 && (
                <Select
                  aria-label="Currency"
                  value={currency}
                  onChange={(_, data) => set({ currency: data.value, month: null })}
                >
                  {props.budgets.map((one) => (
                    <option key={one.currency}>{one.currency}</option>
                  ))}
                </Select>
              )}
              <Menu>
                <MenuTrigger disableButtonEnhancement>
                  <Button>Fill the month</Button>
                </MenuTrigger>
                <MenuPopover>
                  <MenuList>
                    {FILLS.map(([from, label]) => (
                      <MenuItem key={from} onClick={() => void changes.fill(from)}>
                        {label}
                      </MenuItem>
                    ))}
                  </MenuList>
                </MenuPopover>
              </Menu>
              <Menu>
                <MenuTrigger disableButtonEnhancement>
                  <Button appearance="subtle" icon={<MoreHorizontal20Regular />} aria-label="More of the budget" />
                </MenuTrigger>
                <MenuPopover>
                  <MenuList>
                    <MenuItem onClick={() => void changes.changeKind()}>
                      {kind === "envelope" ? "Use limits in place of envelopes" : "Use envelopes in place of limits"}
                    </MenuItem>
                    <MenuDivider />
                    <MenuItem onClick={() => void changes.remove()}>Delete the budget in {currency}</MenuItem>
                  </MenuList>
                </MenuPopover>
              </Menu>
            </span>
          </div>
          <BudgetHead shown={shown} uncategorised={transactions({ category: "none" })} onHold={hold} />
          {rows.length ? (
            <BudgetTable
              {...{ budget, month, rows }}
              onAmount={(row, amount) => void changes.setAmount(row.categoryId, amount, row.name)}
              onSpent={openSpent}
              onBalance={openBalance}
              onMonth={go}
            />
          ) : (
            <EmptyState
              sentence="There are no categories to budget yet. Start with a few: groceries, housing, travel."
              action={{ label: "Go to the categories", onClick: () => navigate("/finance/categories") }}
            />
          )}
        </div>
      ) : query.isError ? (
        <ErrorState title="The budget could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeleton />
      )}
    </PaneScroll>
  );
}
