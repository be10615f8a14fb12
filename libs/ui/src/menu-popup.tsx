import { Menu, MenuList, MenuPopover } from "@tessera/fluent-data";
import { type ReactNode, useRef } from "react";
import type { OpenMenu } from "./lazy-menu.tsx";

interface Props {
  menu: OpenMenu;
  children: ReactNode;
  /** Above the lines, and not one of them. */
  head?: ReactNode;
  position?: "below" | "above";
  align?: "start" | "end";
  className?: string;
}

/** The menu that a `LazyMenu` has opened. */
export function MenuPopup({ menu, children, head, position = "below", align = "end", className }: Props) {
  const popover = useRef<HTMLDivElement>(null);
  return (
    <Menu
      open
      positioning={{ target: menu.target, position, align }}
      onOpenChange={(_, { open, type, event }) => {
        // The button closes its menu itself, or the click would open it again.
        if (open || (type === "clickOutside" && menu.target.contains(event.target as Node))) return;
        // Tab leaves from the button; Tabster has moved the focus out of the menu by now.
        if (type === "menuPopoverKeyDown" || popover.current?.contains(document.activeElement)) menu.target.focus();
        menu.close();
      }}
    >
      <MenuPopover ref={popover}>
        {head}
        <MenuList aria-labelledby={menu.target.id} className={className}>
          {children}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
