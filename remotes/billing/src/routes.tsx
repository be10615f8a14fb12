import type { RouteObject } from "@tessera/router";
import { BillingPage } from "./plan/billing-page.tsx";
import { CancelPage } from "./return/cancel-page.tsx";
import { SuccessPage } from "./return/success-page.tsx";

const routes: RouteObject[] = [
  { path: "billing", Component: BillingPage },
  { path: "billing/success", element: <SuccessPage /> },
  { path: "billing/cancel", Component: CancelPage },
];
export default routes;
