// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take keys is a grid
import type { Budget } from "@tessera/contracts-finance/budgets.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { touch, useUiSettings } from "@tessera/ui";
import { type KeyboardEvent, useRef, useState } from "react";
import { money } from "../money.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { CellInput, type Then } from "./budget-cell.tsx";
import { type BudgetTableRow, together } from "./budget-rows.ts";

const phone = "@media (max-width: 599.98px)";

const useStyles = makeStyles({
  table: { width: "100%", borderCollapse: "collapse", tableLayout: "fixed" },
  head: {
    padding: "6px 8px",
    fontSize: "12px",
    lineHeight: "16px",
    fontWeight: 400,
    textAlign: "right",
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  first: { textAlign: "left", paddingLeft: 0 },
  amount: { width: "128px", [phone]: { width: "92px" } },
  wide: { [phone]: { display: "none" } },
  row: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}`, height: "48px", [touch]: { height: "56px" } },
  name: { padding: "4px 8px 4px 0", textAlign: "left", fontWeight: 400, overflow: "hidden" },
  title: { display: "block", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", lineHeight: "20px" },
  strong: { fontWeight: 600 },
  cell: {
    padding: "4px 8px",
    textAlign: "right",
    whiteSpace: "nowrap",
    fontVariantNumeric: "tabular-nums",
    cursor: "default",
    borderRadius: "4px",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
    [phone]: { padding: "4px" },
  },
  acts: { cursor: "pointer", ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover } },
  quiet: { color: tokens.colorNeutralForeground3 },
  bad: { color: "var(--bad)", fontWeight: 600 },
  level1: { paddingLeft: "20px" },
  level2: { paddingLeft: "40px" },
  level3: { paddingLeft: "60px" },
  level4: { paddingLeft: "80px" },
});

const COLUMNS = ["budgeted", "spent", "balance"] as const;
type Column = (typeof COLUMNS)[number];

/**
 * The categories of a month. Arrow keys go from cell to cell, and on to the month before or after at its sides; Enter
 * or a digit edits what is budgeted, Enter opens the transactions of what was spent, and moves money at a balance.
 */
export function BudgetTable(props: {
  budget: Budget;
  month: string;
  rows: readonly BudgetTableRow[];
  onAmount: (row: BudgetTableRow, amount: number) => void;
  onSpent: (row: BudgetTableRow) => void;
  onBalance: (row: BudgetTableRow) => void;
  onMonth: (step: number) => void;
}) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { rows } = props;
  const { currency, kind } = props.budget;
  const text = (amount: number) => money(amount, currency, locale);
  const [place, setPlace] = useState<{ row: number; column: Column }>({ row: 0, column: "budgeted" });
  const [editing, setEditing] = useState<{ key: string; typed: string | null } | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const row = Math.min(place.row, rows.length - 1);

  const goTo = (to: number, column: Column) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setPlace({ row: next, column });
    table.current?.querySelector<HTMLElement>(`[data-cell="${next} ${column}"]`)?.focus();
  };
  /** The next row in a direction whose budget can be typed. */
  const editable = (from: number, step: number): number => {
    for (let at = from + step; at >= 0 && at < rows.length; at += step) if (rows[at]!.kind === "line") return at;
    return from;
  };
  const act = (at: number, column: Column, typed: string | null = null) => {
    const target = rows[at];
    if (!target) return;
    if (column === "spent") props.onSpent(target);
    else if (target.kind === "group") return;
    else if (column === "balance") props.onBalance(target);
    else setEditing({ key: target.key, typed });
  };
  const aside = (column: Column, step: number): Column | null => COLUMNS[COLUMNS.indexOf(column) + step] ?? null;

  const onKeyDown = (event: KeyboardEvent, at: number, column: Column) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const side = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    const next = side ? aside(column, side) : null;
    if (side && next) goTo(at, next);
    else if (side) props.onMonth(side);
    else if (key === "ArrowDown" || key === "ArrowUp") goTo(at + (key === "ArrowDown" ? 1 : -1), column);
    else if (key === "Home" || key === "End") goTo(key === "Home" ? 0 : rows.length - 1, column);
    else if (key === "PageUp" || key === "PageDown") props.onMonth(key === "PageUp" ? -1 : 1);
    else if (key === "Enter" || key === "F2") act(at, column);
    else if (column === "budgeted" && /^[\d.,(=−-]$/.test(key)) act(at, column, key);
    else if (column === "budgeted" && (key === "Delete" || key === "Backspace") && rows[at]?.kind === "line")
      props.onAmount(rows[at], 0);
    else return;
    event.preventDefault();
  };
  const saved = (at: number, amount: number, then: Then) => {
    const target = rows[at]!;
    setEditing(null);
    if (amount !== target.figures.budgeted) props.onAmount(target, amount);
    // The cell is there again once this was drawn.
    const to = then === "down" ? editable(at, 1) : then === "up" ? editable(at, -1) : at;
    if (then !== "stay") requestAnimationFrame(() => goTo(to, then === "right" ? "spent" : "budgeted"));
  };
  const levels = [undefined, styles.level1, styles.level2, styles.level3, styles.level4, styles.level4];
  const total = together(rows.filter((one) => one.kind === "line").map(({ figures }) => figures));

  const cell = (one: BudgetTableRow, at: number, column: Column) => {
    const amount = one.figures[column];
    const isEdited = column === "budgeted" && editing?.key === one.key;
    const acts = one.kind === "line" || column === "spent";
    return (
      <td
        key={column}
        role="gridcell"
        tabIndex={at === row && column === place.column && !isEdited ? 0 : -1}
        data-cell={`${at} ${column}`}
        aria-label={isEdited ? undefined : `${one.name}, ${NAMES[column].toLowerCase()} ${text(amount)}`}
        aria-readonly={column !== "budgeted" || one.kind === "group"}
        className={mergeClasses(
          styles.cell,
          column === "spent" && styles.wide,
          acts && styles.acts,
          one.kind === "group" && styles.strong,
          amount === 0 && styles.quiet,
          column === "balance" && amount < 0 && styles.bad,
        )}
        onFocus={() => setPlace({ row: at, column })}
        onClick={() => !isEdited && act(at, column)}
        onKeyDown={(event) => onKeyDown(event, at, column)}
      >
        {isEdited ? (
          <CellInput
            label={`Budget of ${one.name}, ${currency}`}
            amount={amount}
            currency={currency}
            typed={editing.typed}
            onSave={(value, then) => saved(at, value, then)}
            onCancel={(then) => {
              setEditing(null);
              if (then === "stay") requestAnimationFrame(() => goTo(at, "budgeted"));
            }}
          />
        ) : (
          text(amount)
        )}
      </td>
    );
  };
  return (
    <table ref={table} role="grid" className={styles.table} aria-label="Budget by category">
      <thead>
        <tr>
          <th scope="col" className={mergeClasses(styles.head, styles.first)}>
            Category
          </th>
          {COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"
              className={mergeClasses(styles.head, styles.amount, column === "spent" && styles.wide)}
            >
              {NAMES[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one, at) => (
          <tr key={one.key} className={styles.row}>
            <th scope="row" className={mergeClasses(styles.name, levels[one.level])}>
              <span className={mergeClasses(styles.title, one.kind === "group" && styles.strong)}>
                {one.name}
                {one.carries && <span className={styles.quiet}> · carries on</span>}
              </span>
              <BudgetBar figures={one.figures} kind={kind} text={text} />
            </th>
            {COLUMNS.map((column) => cell(one, at, column))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={styles.row}>
          <th scope="row" className={mergeClasses(styles.name, styles.strong)}>
            All categories
          </th>
          {COLUMNS.map((column) => (
            <td key={column} className={mergeClasses(styles.cell, styles.strong, column === "spent" && styles.wide)}>
              {text(total[column])}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

const NAMES: Record<Column, string> = { budgeted: "Budgeted", spent: "Spent", balance: "Balance" };
