import type { ItemStatus, ItemSummary } from "@tessera/contracts-items/items.ts";
import { isAsleep } from "@tessera/contracts-items/snoozed.ts";
import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from "@tessera/fluent";
import { Keycap } from "@tessera/ui";
import { stepName } from "../detail/step-names.ts";
import { isDone } from "../types/done.ts";

export interface RowMenuActions {
  open(row: ItemSummary): void;
  openInTab(row: ItemSummary): void;
  select(row: ItemSummary): void;
  toggleDone(): void;
  setStatus(status: ItemStatus): void;
  snooze(): void;
  wake(): void;
  tag(): void;
  pin(pinned: boolean): void;
  toggleUnread(): void;
  tryAgain(): void;
  deleteForGood(): void;
}

/** What can be done with a card or with all that are selected, at the place of the right click. */
export function RowMenu(props: {
  at: { x: number; y: number };
  rows: readonly ItemSummary[];
  actions: RowMenuActions;
  onClose: () => void;
}) {
  const { rows, actions, at } = props;
  const [first] = rows;
  if (!first) return null;
  const one = rows.length === 1;
  const failed = rows.filter((row) => row.failure);
  const many = one ? "" : ` ${rows.length.toLocaleString()} cards`;
  const all = (status: ItemStatus) => rows.every((row) => row.status === status);
  const place = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
  return (
    <Menu
      open
      positioning={{ target: place, position: "below", align: "start" }}
      onOpenChange={(_, data) => !data.open && props.onClose()}
    >
      <MenuPopover>
        <MenuList>
          {one && (
            <>
              <MenuItem secondaryContent={<Keycap>Enter</Keycap>} onClick={() => actions.open(first)}>
                Open
              </MenuItem>
              <MenuItem onClick={() => actions.openInTab(first)}>Open in a new tab</MenuItem>
              <MenuItem secondaryContent={<Keycap>x</Keycap>} onClick={() => actions.select(first)}>
                Select
              </MenuItem>
              <MenuDivider />
            </>
          )}
          {!all("inbox") && (
            <MenuItem onClick={() => actions.setStatus("inbox")}>{`Move${many} to the inbox`}</MenuItem>
          )}
          {!all("archived") && (
            <MenuItem secondaryContent={<Keycap>e</Keycap>} onClick={() => actions.setStatus("archived")}>
              {`Archive${many}`}
            </MenuItem>
          )}
          {!all("later") && <MenuItem onClick={() => actions.setStatus("later")}>{`Move${many} to Later`}</MenuItem>}
          <MenuItem secondaryContent={<Keycap>d</Keycap>} onClick={actions.toggleDone}>
            {`Mark${many} ${rows.every(isDone) ? "not done" : "done"}`}
          </MenuItem>
          {rows.some((row) => isAsleep(row, new Date())) && (
            <MenuItem secondaryContent={<Keycap>w</Keycap>} onClick={actions.wake}>{`Wake${many} up`}</MenuItem>
          )}
          <MenuItem secondaryContent={<Keycap>s</Keycap>} onClick={actions.snooze}>
            {`Snooze${many}…`}
          </MenuItem>
          <MenuItem secondaryContent={<Keycap>t</Keycap>} onClick={actions.tag}>
            {`Tag${many}…`}
          </MenuItem>
          <MenuItem secondaryContent={<Keycap>⇧u</Keycap>} onClick={actions.toggleUnread}>
            {`Mark${many} as ${rows.every((row) => !row.unread) ? "unread" : "read"}`}
          </MenuItem>
          {failed.length > 0 && (
            <MenuItem onClick={actions.tryAgain}>
              {one && first.failure
                ? `Try again: ${stepName(first.failure.step).toLowerCase()}`
                : `Retry what failed on ${failed.length.toLocaleString()} cards`}
            </MenuItem>
          )}
          <MenuItem onClick={() => actions.pin(!first.pinned)}>{`${first.pinned ? "Unpin" : "Pin"}${many}`}</MenuItem>
          <MenuDivider />
          {all("trash") ? (
            <MenuItem onClick={actions.deleteForGood}>{`Delete${many} for good…`}</MenuItem>
          ) : (
            <MenuItem secondaryContent={<Keycap>#</Keycap>} onClick={() => actions.setStatus("trash")}>
              {`Move${many} to the trash`}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
