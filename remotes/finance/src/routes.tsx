import { Navigate, type RouteObject } from "@tessera/router";
import { AccountsPage } from "./accounts/accounts-page.tsx";
import { CategoriesPage } from "./categories/categories-page.tsx";
import { ImportPage } from "./import/import-page.tsx";
import { RulesPage } from "./rules/rules-page.tsx";
import { TransactionsPage } from "./transactions/transactions-page.tsx";
import { TransfersPage } from "./transfers/transfers-page.tsx";

const routes: RouteObject[] = [
  { path: "finance", element: <Navigate to="/finance/accounts" replace /> },
  { path: "finance/accounts", Component: AccountsPage },
  // Charts are for this page alone.
  {
    path: "finance/summary",
    lazy: async () => ({ Component: (await import("./summary/summary-page.tsx")).SummaryPage }),
  },
  { path: "finance/budget", lazy: async () => ({ Component: (await import("./budget/budget-page.tsx")).BudgetPage }) },
  { path: "finance/transactions", Component: TransactionsPage },
  { path: "finance/import", Component: ImportPage },
  {
    path: "finance/receipts",
    lazy: async () => ({ Component: (await import("./receipts/receipts-page.tsx")).ReceiptsPage }),
  },
  {
    path: "finance/recurring",
    lazy: async () => ({ Component: (await import("./recurring/recurring-page.tsx")).RecurringPage }),
  },
  { path: "finance/classify", Component: TransfersPage },
  { path: "finance/rules", Component: RulesPage },
  { path: "finance/rates", lazy: async () => ({ Component: (await import("./rates/rates-page.tsx")).RatesPage }) },
  { path: "finance/payees", lazy: async () => ({ Component: (await import("./payees/payees-page.tsx")).PayeesPage }) },
  {
    path: "finance/reconcile",
    lazy: async () => ({ Component: (await import("./reconcile/reconcile-page.tsx")).ReconcilePage }),
  },
  { path: "finance/categories", Component: CategoriesPage },
];
export default routes;
