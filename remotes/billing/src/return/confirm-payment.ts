import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { billing, useSettled } from "../api.ts";

/**
 * Pauses in ms between the looks at a payment that is still being worked on: often at first, since most take a second,
 * about 20 s in all, after which a person is asked whether to keep waiting.
 */
export const looks = [250, 500, 1000, 1500, 2000, 3000, 4000, 4000, 4000];

/** How a payment ended: active; still processing when the looks ran out; not this person's; or not paid. */
export type Outcome = "active" | "processing" | "unknown";

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/**
 * Confirms the checkout's session with the server, which asks the payment provider, and waits (bounded) until the plan
 * is active.
 */
export function useConfirmation(sessionId: string | null, pauses: number[]) {
  const settled = useSettled();
  return useQuery<Outcome>({
    queryKey: ["billing", "confirmation", sessionId],
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      if (!sessionId) return (await shell().billing.refresh()).billingStatus === "active" ? "active" : "unknown";
      try {
        const overview = await billing.confirm(sessionId);
        await settled(overview);
        if (overview.billingStatus === "active") return "active";
      } catch (error) {
        if (error instanceof ProblemError && [400, 403, 404, 422].includes(error.status)) return "unknown";
        throw error;
      }
      for (const ms of pauses) {
        await pause(ms, signal);
        if ((await shell().billing.refresh()).billingStatus === "active") return "active";
      }
      return "processing";
    },
  });
}
