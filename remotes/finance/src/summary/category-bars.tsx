import type { BudgetMonth } from "@tessera/contracts-finance/budgets.ts";
import type { CurrencySummary } from "@tessera/contracts-finance/summary.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { useUiSettings } from "@tessera/ui";
import { type Figures, together, wordsOf } from "../budget/budget-rows.ts";
import { rootsOf } from "../frame/category-sums.ts";
import type { TreeNode } from "../frame/use-books.ts";
import { useMonths } from "../frame/use-months.ts";
import { money } from "../money.ts";

const useStyles = makeStyles({
  table: { width: "100%", borderCollapse: "collapse", tableLayout: "fixed" },
  name: {
    width: "36%",
    padding: "5px 12px 5px 0",
    textAlign: "left",
    fontWeight: 400,
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  },
  row: { breakInside: "avoid" },
  bar: { width: "34%" },
  figure: { padding: "5px 0", textAlign: "right", fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" },
  link: {
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
  },
  second: { color: tokens.colorNeutralForeground3, fontSize: "12px", lineHeight: "16px" },
  over: { color: "var(--bad)" },
  none: { color: tokens.colorNeutralForeground2 },
});

/** What went out for each category at the root in one month, with all below it; most first. */
export function CategoryBars(props: {
  summary: CurrencySummary;
  month: string;
  tree: readonly TreeNode[];
  account: string | undefined;
  budget: BudgetMonth | undefined;
}) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { summary, month, tree, account } = props;
  const spent = spentOf(summary, month, tree);
  const budgeted = budgetedOf(props.budget, tree);
  const most = Math.max(1, ...spent.map(({ id, amount }) => Math.max(amount, room(budgeted.get(id)))));
  const text = (amount: number) => money(amount, summary.currency, locale);
  const days = useMonths().daysOf(month);
  if (!spent.length) return <p className={styles.none}>Nothing was spent this month.</p>;
  return (
    <table className={styles.table} aria-label="Spending by category">
      <tbody>
        {spent.map(({ id, name, amount }) => (
          <tr key={id} className={styles.row}>
            <th scope="row" className={styles.name}>
              <Link
                className={styles.link}
                to={`/finance/transactions?${new URLSearchParams({ category: id, ...days, ...(account ? { account } : {}) })}`}
              >
                {name}
              </Link>
            </th>
            <td className={styles.bar} aria-hidden>
              <svg width="100%" height="12" role="presentation">
                <rect y="2" width={`${(amount / most) * 100}%`} height="8" rx="2" fill="var(--c2)" />
                {room(budgeted.get(id)) > 0 && (
                  <rect x={`${(room(budgeted.get(id)) / most) * 99}%`} width="2" height="12" fill="currentColor" />
                )}
              </svg>
            </td>
            <td className={styles.figure}>
              {text(amount)}
              {props.budget && <Budgeted figures={budgeted.get(id)} budget={props.budget} text={text} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the budget says of it, below what was spent. */
function Budgeted(props: { figures: Figures | undefined; budget: BudgetMonth; text: (amount: number) => string }) {
  const styles = useStyles();
  const { figures } = props;
  if (!figures) return null;
  const words = wordsOf(figures, props.budget.budget.kind, props.text);
  return <div className={mergeClasses(styles.second, figures.balance < 0 && styles.over)}>{words}</div>;
}

const room = (figures: Figures | undefined): number => (figures ? figures.carried + figures.budgeted : 0);

/** What each category at the root has in its budget, with all below it. */
function budgetedOf(budget: BudgetMonth | undefined, tree: readonly TreeNode[]): Map<string, Figures> {
  const roots = rootsOf(tree);
  const lines = Map.groupBy(budget?.lines ?? [], ({ categoryId }) => roots.get(categoryId)?.id ?? "");
  return new Map([...lines].map(([id, own]) => [id, together(own)]));
}

/** Positive minor units by category at the root; "none": without a category. */
export function spentOf(
  { months, categories }: CurrencySummary,
  month: string,
  tree: readonly TreeNode[],
): { id: string; name: string; amount: number }[] {
  const place = months.findIndex((one) => one.month === month);
  const roots = rootsOf(tree);
  const sums = new Map<string, { id: string; name: string; amount: number }>();
  for (const { categoryId, sums: own } of categories) {
    const at = categoryId === null ? undefined : roots.get(categoryId);
    const id = at?.id ?? "none";
    const entry = sums.get(id) ?? { id, name: at?.name ?? "Without a category", amount: 0 };
    entry.amount -= own[place] ?? 0;
    sums.set(id, entry);
  }
  return [...sums.values()].filter(({ amount }) => amount > 0).sort((a, b) => b.amount - a.amount);
}
