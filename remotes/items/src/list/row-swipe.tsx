import { Archive20Regular } from "@fluentui/react-icons/svg/archive";
import { Clock20Regular } from "@fluentui/react-icons/svg/clock";
import { MailInbox20Regular } from "@fluentui/react-icons/svg/mail-inbox";
import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import type { SwipeActs } from "@tessera/ui";

/** To the right a card leaves the inbox, or comes back to it; to the left it is snoozed. */
export function rowSwipe(
  row: Pick<ItemSummary, "status">,
  acts: { archive(): void; restore(): void; snooze(): void },
): SwipeActs {
  const isAway = row.status === "archived" || row.status === "trash" || row.status === "done";
  return {
    right: isAway
      ? { label: "To the inbox", icon: <MailInbox20Regular />, tone: "ok", run: acts.restore }
      : { label: "Archive", icon: <Archive20Regular />, tone: "ok", run: acts.archive },
    left: { label: "Snooze", icon: <Clock20Regular />, tone: "warn", run: acts.snooze },
  };
}
