import type { UseQuery } from "@tessera/contracts-billing/usage.ts";
import { keepPreviousData, useQuery } from "@tessera/query";
import { billing } from "../api.ts";

/** Ms between looks at the month while the page is open: agents and imports continue meanwhile. */
const POLL_MS = 30_000;

export const usageKey = (month: string) => ["billing", "usage", month];

export const useUsage = (month: string) =>
  useQuery({
    queryKey: usageKey(month),
    queryFn: ({ signal }) => billing.usage(month, signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

export const useUses = (query: UseQuery) =>
  useQuery({
    queryKey: ["billing", "uses", query],
    queryFn: ({ signal }) => billing.uses(query, signal),
  });
