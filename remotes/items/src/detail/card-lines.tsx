import type { OpenMenu } from "@tessera/ui";
import { MenuPopup } from "@tessera/ui/menu-popup";
import type { MenuLine } from "../list/card-menu.ts";
import { MenuLines } from "../list/menu-lines.tsx";

/** What can be done with one card, as its menu. */
export const CardLines = ({ menu, groups }: { menu: OpenMenu; groups: readonly (readonly MenuLine[])[] }) => (
  <MenuPopup menu={menu}>
    <MenuLines groups={groups} />
  </MenuPopup>
);
