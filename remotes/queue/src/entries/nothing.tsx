import { useNavigate } from "@tessera/router";
import { useKeys } from "@tessera/shell-api";
import { EmptyState } from "@tessera/ui";
import { capturePath } from "../places.ts";
import type { QueueAddress } from "../queue-address.ts";

/** Why the list of entries is empty, and what to do next. */
export function Nothing({ address, onClear }: { address: QueueAddress; onClear: () => void }) {
  const navigate = useNavigate();
  const keyOf = useKeys();
  if (address.q)
    return (
      <EmptyState
        sentence={`Nothing in the queue matches “${address.q}”.`}
        action={{ label: "Clear the search", onClick: onClear }}
      />
    );
  if (address.entryState === "snoozed")
    return <EmptyState sentence="Nothing is snoozed." action={{ label: "Show what waits", onClick: onClear }} />;
  if (address.entryState === "settled")
    return <EmptyState sentence="Nothing is settled yet." action={{ label: "Show what waits", onClick: onClear }} />;
  if (address.assignee)
    return (
      <EmptyState
        sentence={address.assignee === "me" ? "Nothing is yours to decide." : "This agent has no entry of your queue."}
        action={{ label: "Show what waits", onClick: onClear }}
      />
    );
  return (
    <EmptyState
      sentence="Nothing needs you."
      action={{ label: "Capture", onClick: () => navigate(capturePath) }}
      shortcut={keyOf("items.capture")}
    />
  );
}
