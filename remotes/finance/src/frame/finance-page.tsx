import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { NavLink } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import { Pane, VisuallyHidden } from "@tessera/ui";
import type { ReactNode } from "react";

const phone = "@media (max-width: 959.98px)";

const useStyles = makeStyles({
  head: {
    flexShrink: 0,
    display: "flex",
    alignItems: "center",
    gap: "8px",
    minHeight: "48px",
    padding: "0 12px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [phone]: { flexWrap: "wrap", padding: "8px 12px" },
  },
  tabs: { display: "flex", gap: "4px", overflowX: "auto", scrollbarWidth: "none" },
  tab: {
    flexShrink: 0,
    display: "inline-flex",
    alignItems: "center",
    height: "32px",
    padding: "0 10px",
    borderRadius: "6px",
    whiteSpace: "nowrap",
    textDecorationLine: "none",
    color: tokens.colorNeutralForeground2,
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
  selected: { color: tokens.colorBrandForeground1, backgroundColor: "var(--sel)", fontWeight: 600 },
  actions: { marginLeft: "auto", display: "flex", alignItems: "center", gap: "8px" },
});

const PAGES = [
  { path: "/finance/summary", label: "Summary" },
  { path: "/finance/transactions", label: "Transactions" },
  { path: "/finance/classify", label: "Transfers" },
  { path: "/finance/rules", label: "Rules" },
  { path: "/finance/categories", label: "Categories" },
  { path: "/finance/accounts", label: "Accounts" },
  { path: "/finance/import", label: "Import" },
];

/** One page of the area: its heading, the way to the others, and what can be done here. */
export function FinancePage(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  usePlace([{ label: "Finance", path: "/finance" }, { label: props.title }]);
  return (
    <Pane kind="detail" label={props.title}>
      <VisuallyHidden as="h1">{props.title}</VisuallyHidden>
      <div className={styles.head}>
        <nav className={styles.tabs} aria-label="Finance">
          {PAGES.map(({ path, label }) => (
            <NavLink
              key={path}
              to={path}
              className={({ isActive }: { isActive: boolean }) => mergeClasses(styles.tab, isActive && styles.selected)}
            >
              {label}
            </NavLink>
          ))}
        </nav>
        {props.actions && <div className={styles.actions}>{props.actions}</div>}
      </div>
      {props.children}
    </Pane>
  );
}
