import { usePlace } from "@tessera/shell-api";
import { Pane, VisuallyHidden } from "@tessera/ui";
import { AreaTabs } from "@tessera/ui/area-tabs";
import type { ReactNode } from "react";

const PAGES = [
  { path: "/finance/summary", label: "Summary" },
  { path: "/finance/transactions", label: "Transactions" },
  { path: "/finance/receipts", label: "Receipts" },
  { path: "/finance/budget", label: "Budget" },
  { path: "/finance/recurring", label: "Recurring" },
  { path: "/finance/classify", label: "Transfers" },
  { path: "/finance/rules", label: "Rules" },
  { path: "/finance/categories", label: "Categories" },
  { path: "/finance/payees", label: "Payees" },
  { path: "/finance/accounts", label: "Accounts" },
  { path: "/finance/rates", label: "Rates" },
  { path: "/finance/reconcile", label: "Reconcile" },
  { path: "/finance/import", label: "Import" },
];

/** One page of the area: its heading, the way to the others, and what can be done here. */
export function FinancePage(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  usePlace([{ label: "Finance", path: "/finance" }, { label: props.title }]);
  return (
    <Pane kind="detail" label={props.title}>
      <VisuallyHidden as="h1">{props.title}</VisuallyHidden>
      <AreaTabs label="Finance" pages={PAGES} actions={props.actions} />
      {props.children}
    </Pane>
  );
}
