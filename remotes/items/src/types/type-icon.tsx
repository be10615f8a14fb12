import { Document20Regular } from "@fluentui/react-icons/svg/document";
import { shell } from "@tessera/shell-api";

/**
 * What a card is, as a picture of 20 px, and whether it is done. A type that nobody contributes gets a sheet of paper.
 */
export function TypeIcon({ type, done }: { type: string; done?: boolean }) {
  const entry = shell().contributions.itemType(type);
  if (!entry) return <Document20Regular aria-hidden="true" />;
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
      <path d={(done && entry.done?.icon) || entry.icon} />
    </svg>
  );
}
