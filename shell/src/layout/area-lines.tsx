import { MenuItem } from "@tessera/fluent-data";
import { useNavigate } from "@tessera/router";
import type { OpenMenu } from "@tessera/ui";
import { MenuPopup } from "@tessera/ui/menu-popup";
import { useSyncExternalStore } from "react";
import { useServices } from "../services.ts";
import { NavIcon } from "./nav-icon.tsx";
import type { OwnedEntry } from "./use-page.ts";

/** Areas that the bar of a phone has no room for. */
export function AreaLines(props: { menu: OpenMenu; areas: readonly OwnedEntry[]; current: string | null }) {
  const go = useNavigate();
  const { store } = useServices().badges;
  const counts = useSyncExternalStore(store.subscribe, store.get);
  return (
    <MenuPopup menu={props.menu} position="above">
      {props.areas.map(({ id, title, path, icon }) => (
        <MenuItem
          key={id}
          icon={<NavIcon icon={id === props.current ? icon.filled : icon.regular} />}
          secondaryContent={counts.get(id)?.toLocaleString()}
          onClick={() => go(path)}
        >
          {title}
        </MenuItem>
      ))}
    </MenuPopup>
  );
}
