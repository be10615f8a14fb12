import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { PlugDisconnected20Regular } from "@fluentui/react-icons/svg/plug-disconnected";
import { ListRow } from "@tessera/ui";
import { labelOfType, useItemTypes } from "../types/item-types.ts";
import { TypeIcon } from "../types/type-icon.tsx";
import { ExactTime } from "./exact-time.tsx";
import type { StreamedChange } from "./stream.ts";

/** One change of a card. */
export function ChangeRow({ entry }: { entry: StreamedChange }) {
  const types = useItemTypes();
  const label = entry.type ? labelOfType(entry.type, types) : "Card";
  return (
    <ListRow
      icon={
        entry.change === "DELETE" ? (
          <Delete20Regular aria-hidden="true" />
        ) : (
          <TypeIcon type={entry.type ?? ""} done={entry.status === "done"} />
        )
      }
      title={entry.title ?? "A card that this page had not seen"}
      line={`${label} · ${entry.words}`}
      age={<ExactTime at={entry.at} />}
      href={pathOf(entry) ?? undefined}
    />
  );
}

/** A time in which changes were missed. */
export function GapRow({ from, to }: { from: string; to: string | null }) {
  return (
    <ListRow
      icon={<PlugDisconnected20Regular aria-hidden="true" />}
      title="The connection was lost"
      line={
        to === null
          ? "Changes made meanwhile are saved, but not listed here."
          : `for ${Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000))} s; changes made meanwhile are saved, but not listed here.`
      }
      age={<ExactTime at={from} />}
    />
  );
}

/** Where the card is; nowhere once it is deleted. */
export const pathOf = ({ change, id, type }: StreamedChange) =>
  change === "DELETE" || !type ? null : `/items/${type}/${id}`;
