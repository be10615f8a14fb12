import { QueryClientContext } from "@tessera/query";
import { type ReactNode, useEffect } from "react";
import { useFramed } from "./use-framed.ts";

/** The cache of what pages read, from when a page that reads is there: the library is not part of the others. */
export function QueriesProvider({ children }: { children: ReactNode }) {
  const framed = useFramed(false);
  const queries = framed === "failed" ? undefined : framed?.queries;
  useEffect(() => {
    queries?.mount();
    return () => queries?.unmount();
  }, [queries]);
  return <QueryClientContext.Provider value={queries}>{children}</QueryClientContext.Provider>;
}
