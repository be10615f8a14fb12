import { billingClient } from "@tessera/contracts/billing-client.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";

export const billing = billingClient((path, init) => shell().http(path, init));

const overviewKey = ["billing", "overview"];
const invoicesKey = ["billing", "invoices"];

/** ms between two looks at the plan while its page is open: what was done on the payment provider's pages arrives by message. */
const look = 10_000;

export const useOverview = () =>
  useQuery({ queryKey: overviewKey, queryFn: ({ signal }) => billing.overview(signal), refetchInterval: look });
export const usePlans = () =>
  useQuery({ queryKey: ["billing", "plans"], queryFn: ({ signal }) => billing.plans(signal), staleTime: Infinity });
export const useInvoices = () => useQuery({ queryKey: invoicesKey, queryFn: ({ signal }) => billing.invoices(signal) });

/** What every change of the subscription ends with: the page shows the answer, the guard learns of it. */
export function useSettled() {
  const client = useQueryClient();
  return async (overview: Awaited<ReturnType<typeof billing.overview>>) => {
    client.setQueryData(overviewKey, overview);
    await Promise.allSettled([client.invalidateQueries({ queryKey: invoicesKey }), shell().billing.refresh()]);
  };
}
