import { useQuery, useQueryClient } from "@tessera/query";
import { useEffect } from "react";
import { queueApi, queueKeys } from "../queue-api.ts";

/** Ms after the end of a snooze at which the list is read: the server's clock may be a little behind. */
const CLOCK_SKEW_MS = 1_000;
/** Ms before the next try where the server still holds back an entry that this device's clock calls due. */
const RETRY_MS = 5_000;
/** Longest timer in ms; a timer of 25 days or more would fire at once. */
const MAX_TIMER_MS = 86_400_000;

/** Reads the entries again when the next snooze ends: that writes nothing, so no live change says it. */
export function useReturns(): void {
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: queueKeys.nextReturn,
    queryFn: ({ signal }) => queueApi.entries({ state: "snoozed", limit: 1 }, signal),
  });
  const at = data?.items[0]?.snoozeUntil ?? null;
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(
      () => {
        void client.invalidateQueries({ queryKey: queueKeys.entries });
        void client.invalidateQueries({ queryKey: queueKeys.nextReturn });
      },
      untilReturn(at, dataUpdatedAt),
    );
    return () => clearTimeout(timer);
  }, [client, at, dataUpdatedAt]);
}

/** Ms from `now` until an entry that is snoozed until `at` (ISO 8601) is worth asking for. */
export function untilReturn(at: string, now: number): number {
  const left = Date.parse(at) - now;
  return left > 0 ? Math.min(left + CLOCK_SKEW_MS, MAX_TIMER_MS) : RETRY_MS;
}
