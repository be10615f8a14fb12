import { Button } from "@tessera/fluent";
import { Notice } from "@tessera/ui";
import { useSaves } from "./saves.tsx";

/** What was not saved, what is unchanged, and a retry. */
export function SaveFailure() {
  const { state } = useSaves();
  if (state.kind !== "failed") return null;
  return (
    <Notice intent="error" actions={<Button onClick={state.retry}>Try again</Button>}>
      {state.message}
    </Notice>
  );
}
