import { MenuDivider, MenuItem } from "@tessera/fluent-data";
import { useKeys } from "@tessera/shell-api";
import { Keycap } from "@tessera/ui";
import { Fragment } from "react";
import type { MenuLine } from "./card-menu.ts";

/** Lines of a menu in their groups, each with its key. */
export function MenuLines({ groups }: { groups: readonly (readonly MenuLine[])[] }) {
  const keyOf = useKeys();
  return groups.map((group, index) => (
    <Fragment key={group[0]?.id}>
      {index > 0 && <MenuDivider />}
      {group.map(({ id, label, act, run }) => (
        <MenuItem key={id} secondaryContent={act && <Keycap>{keyOf(act)}</Keycap>} onClick={run}>
          {label}
        </MenuItem>
      ))}
    </Fragment>
  ));
}
