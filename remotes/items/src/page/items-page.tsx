import { makeStyles } from "@tessera/fluent";
import { Outlet, useParams } from "@tessera/router";
import { shell, useKeys } from "@tessera/shell-api";
import { EmptyState, Pane, useIsPhone, VisuallyHidden } from "@tessera/ui";
import { useRef, useState } from "react";
import { DropTarget } from "../import/drop-target.tsx";
import { useFollowImports } from "../import/follow-imports.ts";
import type { ListHandle, ListHandleRef } from "../list/list-handle.ts";
import { ListPane } from "../list/list-pane.tsx";
import { LiveRegion } from "../list/live-region.tsx";
import { useListQuery } from "../list/use-list-query.ts";
import { useFollowTagColours } from "../tags/tag-colours.ts";
import { pluralOf, useItemTypes } from "../types/item-types.ts";
import { UploadsPanel } from "../uploads/uploads-panel.tsx";
import { usePaste } from "../uploads/use-paste.ts";
import { PaneResizer, storedListWidth } from "./pane-resizer.tsx";
import { useReportTimeZone } from "./report-time-zone.ts";
import { useAddressedDialog } from "./use-addressed-dialog.ts";

const useStyles = makeStyles({
  panes: {
    display: "flex",
    flexGrow: 1,
    width: "100%",
    height: "100%",
    minWidth: 0,
    minHeight: 0,
    position: "relative",
  },
  away: { display: "none" },
  // Beside a card, the board keeps a column and a half.
  board: { flexGrow: 1, flexShrink: 1, flexBasis: "360px", minWidth: "360px", width: "auto !important" },
});

/** `/items/:type`: the list, and beside it (or over it, on a phone) the card of `/items/:type/:id`. */
export function ItemsPage() {
  const styles = useStyles();
  const keyOf = useKeys();
  const { type = "inbox", id } = useParams();
  const types = useItemTypes();
  const phone = useIsPhone();
  const [width, setWidth] = useState(storedListWidth);
  const [empty, setEmpty] = useState<boolean | null>(null);
  useFollowTagColours(empty !== null);
  const handle: ListHandleRef = useRef<ListHandle>(null);
  useAddressedDialog();
  useFollowImports();
  usePaste();
  useReportTimeZone(shell().auth.getSession().user?.id);
  const name = pluralOf(type, types);
  const board = useListQuery().query.layout === "board" && !phone;
  return (
    <div className={styles.panes}>
      <Pane
        kind="list"
        label={name}
        width={board ? undefined : width}
        className={phone && id ? styles.away : board ? styles.board : undefined}
      >
        <DropTarget>
          {phone && <VisuallyHidden as="h1">{name}</VisuallyHidden>}
          <ListPane selectedId={id} handle={handle} onEmpty={setEmpty} />
          <UploadsPanel />
        </DropTarget>
        {!phone && !board && <PaneResizer width={width} onWidth={setWidth} />}
      </Pane>
      <Outlet context={handle} />
      {!id && !phone && !board && (
        <Pane kind="detail" label="Card">
          <EmptyState
            sentence={empty ? "Cards open here." : "Select a card to read it here."}
            action={{ label: "Keyboard shortcuts", onClick: () => shell().commands.openShortcuts() }}
            shortcut={keyOf("shortcuts")}
          />
        </Pane>
      )}
      <LiveRegion />
    </div>
  );
}
