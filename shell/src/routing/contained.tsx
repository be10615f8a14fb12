import type { ReactNode } from "react";
import { useSyncExternalStore } from "react";
import { ErrorPage } from "../pages/error-page.tsx";
import { type Failures, UpdateLoop } from "../stores/failures.ts";

/**
 * Where an app draws: an error of its code that nothing handled takes this place only. What was drawn is kept beneath.
 */
export function Contained({ app, failures, children }: { app: string; failures: Failures; children: ReactNode }) {
  const all = useSyncExternalStore(failures.store.subscribe, failures.store.get);
  const failed = all.has(app);
  const error = all.get(app);
  if (error instanceof UpdateLoop) throw error;
  return (
    <>
      {failed && <ErrorPage error={error} onBack={() => failures.remove(app)} />}
      <div data-outlet={app} hidden={failed} style={{ display: failed ? undefined : "contents" }}>
        {children}
      </div>
    </>
  );
}
