import { Menu, MenuList, MenuPopover } from "@tessera/fluent-data";
import type { MenuLine } from "./card-menu.ts";
import { MenuLines } from "./menu-lines.tsx";

/** What can be done with a card or with all that are selected, at the place of the right click. */
export function RowMenu(props: {
  at: { x: number; y: number };
  groups: readonly (readonly MenuLine[])[];
  onClose: () => void;
}) {
  const { at } = props;
  const place = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
  return (
    <Menu
      open
      positioning={{ target: place, position: "below", align: "start" }}
      onOpenChange={(_, data) => !data.open && props.onClose()}
    >
      <MenuPopover>
        <MenuList>
          <MenuLines groups={props.groups} />
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
