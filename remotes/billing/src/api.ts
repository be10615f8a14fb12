import { billingClient } from "@tessera/contracts-billing/client.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell, useLive } from "@tessera/shell-api";

export const billing = billingClient((path, init) => shell().http(path, init));

const overviewKey = ["billing", "overview"];
const invoicesKey = ["billing", "invoices"];

/**
 * Ms between looks at the plan while changes do not arrive live: what is done on the payment provider's pages arrives
 * by message.
 */
export const POLL_MS = 10_000;

/** The plan, followed live. */
export function useOverview() {
  const client = useQueryClient();
  const live = useLive("billing.account", (changes) => {
    void client.invalidateQueries({
      queryKey: ["billing"],
      predicate: ({ queryKey }) => followed.has(queryKey[1] as string),
    });
    if (changes)
      void shell()
        .billing.refresh()
        .catch(() => undefined);
  });
  const query = useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => billing.overview(signal),
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  return { ...query, live };
}
/** What an account's row decides of. */
const followed = new Set(["overview", "invoices"]);

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
