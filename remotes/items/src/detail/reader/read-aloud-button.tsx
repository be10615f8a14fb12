import { Pause20Regular } from "@fluentui/react-icons/svg/pause";
import { ReadAloud20Regular } from "@fluentui/react-icons/svg/read-aloud";
import { Stop20Regular } from "@fluentui/react-icons/svg/stop";
import { useCommands } from "@tessera/shell-api";
import { IconButton } from "@tessera/ui";
import { useSyncExternalStore } from "react";
import { readAloud } from "./read-aloud.ts";

/** Has the text of a card read by a voice of the browser; nothing where the browser has none. */
export function ReadAloudButton({ itemId }: { itemId: string }) {
  const now = useSyncExternalStore(readAloud.subscribe, readAloud.get);
  const own = now?.itemId === itemId ? now : null;
  const label = own ? (own.isPaused ? "Resume reading aloud" : "Pause reading aloud") : "Read aloud";
  useCommands(
    () =>
      readAloud.canRead
        ? [
            {
              id: "items.read-aloud",
              title: label,
              group: "This card",
              ofOpen: true,
              run: () => readAloud.toggle(itemId),
            },
          ]
        : [],
    [itemId, label],
  );
  if (!readAloud.canRead) return null;
  return (
    <>
      <IconButton
        icon={own && !own.isPaused ? <Pause20Regular /> : <ReadAloud20Regular />}
        label={label}
        onClick={() => readAloud.toggle(itemId)}
      />
      {own && <IconButton icon={<Stop20Regular />} label="Stop reading aloud" onClick={() => readAloud.stop()} />}
    </>
  );
}
