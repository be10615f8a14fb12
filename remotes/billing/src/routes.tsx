import type { LoaderFunctionArgs, RouteObject } from "@tessera/router";
import { BillingPage } from "./plan/billing-page.tsx";
import { CancelPage } from "./return/cancel-page.tsx";
import { SuccessPage } from "./return/success-page.tsx";
import { monthOfAddress } from "./usage/month.ts";

/** @throws Response 404 for what is no month (specification §2) */
function validateMonth({ params, request }: LoaderFunctionArgs): null {
  if (monthOfAddress(params.year, params.month, new Date())) return null;
  const { pathname, search } = new URL(request.url);
  throw new Response(`Page Not Found: ${pathname}${search}`, { status: 404, statusText: "Not Found" });
}

const routes: RouteObject[] = [
  { path: "billing", Component: BillingPage },
  { path: "billing/success", element: <SuccessPage /> },
  { path: "billing/cancel", Component: CancelPage },
  {
    path: "usage/:year?/:month?",
    loader: validateMonth,
    lazy: async () => ({ Component: (await import("./usage/usage-page.tsx")).UsagePage }),
  },
];
export default routes;
