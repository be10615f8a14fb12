import { useSearchParams } from "@tessera/router";
import { useCallback } from "react";

/** What a page shows lives in its address: it survives a reload and can be sent on. Nothing takes a name out. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (change: Record<string, string | null>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const clear = useCallback(() => setParams({}, { replace: true }), [setParams]);
  return { params, set, clear };
}
