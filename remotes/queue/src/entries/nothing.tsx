import { makeStyles, tokens } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { useKeys } from "@tessera/shell-api";
import { EmptyState } from "@tessera/ui";
import { capturePath } from "../places.ts";
import type { QueueAddress } from "../queue-address.ts";

const useStyles = makeStyles({
  calm: {
    flexShrink: 0,
    margin: 0,
    padding: "12px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
  },
});

/** Says over a list that none of its rows needs the person: agents have them, or they are settled. */
export function CalmLine({ agents }: { agents: boolean }) {
  const styles = useStyles();
  return (
    <p className={styles.calm} role="status">
      Nothing needs you.{agents && " Your agents work on the rest."}
    </p>
  );
}

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
