import { usePlace } from "@tessera/shell-api";
import { PageHead, Pane, RowSkeleton } from "@tessera/ui";
import { lazy, Suspense } from "react";

// xterm is for this page alone.
const TerminalView = lazy(async () => ({ default: (await import("./terminal-view.tsx")).TerminalView }));

/** `/terminal-test`: commands that act with the person's own rights. */
export function TerminalPage() {
  usePlace([{ label: "Terminal" }]);
  return (
    <Pane kind="detail" label="Terminal">
      <PageHead title="Terminal" />
      <Suspense fallback={<RowSkeleton />}>
        <TerminalView />
      </Suspense>
    </Pane>
  );
}
