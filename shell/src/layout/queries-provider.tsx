import { QueryClientContext } from "@tessera/query";
import { type ReactNode, useEffect } from "react";
import { usePart } from "./part.ts";
import { framed } from "./parts.ts";

/** The cache of what pages read, from when a page that reads is there: the library is not part of the others. */
export function QueriesProvider({ children }: { children: ReactNode }) {
  const part = usePart(framed, false);
  const queries = part === "failed" ? undefined : part?.queries;
  useEffect(() => {
    queries?.mount();
    return () => queries?.unmount();
  }, [queries]);
  return <QueryClientContext.Provider value={queries}>{children}</QueryClientContext.Provider>;
}
