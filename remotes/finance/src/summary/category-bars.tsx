import { daysOf } from "@tessera/contracts-finance/months.ts";
import type { CurrencySummary } from "@tessera/contracts-finance/summary.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { useUiSettings } from "@tessera/ui";
import type { TreeNode } from "../frame/use-books.ts";
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
  bar: { width: "34%" },
  figure: { padding: "5px 0", textAlign: "right", fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" },
  link: {
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
  },
  none: { color: tokens.colorNeutralForeground2 },
});

/** What went out for each category at the root in one month, with all below it; most first. */
export function CategoryBars(props: {
  summary: CurrencySummary;
  month: string;
  tree: readonly TreeNode[];
  account: string | undefined;
}) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { summary, month, tree, account } = props;
  const spent = spentOf(summary, month, tree);
  const most = spent[0]?.amount ?? 0;
  const days = daysOf(month);
  if (!spent.length) return <p className={styles.none}>Nothing was spent in this month.</p>;
  return (
    <table className={styles.table} aria-label="Spending by category">
      <tbody>
        {spent.map(({ id, name, amount }) => (
          <tr key={id}>
            <th scope="row" className={styles.name}>
              <Link
                className={styles.link}
                to={`/finance/transactions?${new URLSearchParams({ category: id, ...days, ...(account ? { account } : {}) })}`}
              >
                {name}
              </Link>
            </th>
            <td className={styles.bar} aria-hidden>
              <svg width="100%" height="8" role="presentation">
                <rect width={`${(amount / most) * 100}%`} height="8" rx="2" fill="var(--c2)" />
              </svg>
            </td>
            <td className={styles.figure}>{money(amount, summary.currency, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Positive minor units by category at the root; "none": without a category. */
export function spentOf(
  { months, categories }: CurrencySummary,
  month: string,
  tree: readonly TreeNode[],
): { id: string; name: string; amount: number }[] {
  const place = months.findIndex((one) => one.month === month);
  const roots = new Map<string, TreeNode>();
  let root: TreeNode | undefined;
  for (const node of tree) {
    if (node.level === 0) root = node;
    if (root) roots.set(node.category.id, root);
  }
  const sums = new Map<string, { id: string; name: string; amount: number }>();
  for (const { categoryId, sums: own } of categories) {
    const at = categoryId === null ? undefined : roots.get(categoryId);
    const id = at?.category.id ?? "none";
    const entry = sums.get(id) ?? { id, name: at?.category.name ?? "Without a category", amount: 0 };
    entry.amount -= own[place] ?? 0;
    sums.set(id, entry);
  }
  return [...sums.values()].filter(({ amount }) => amount > 0).sort((a, b) => b.amount - a.amount);
}
