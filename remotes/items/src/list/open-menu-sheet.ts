import { shell } from "@tessera/shell-api";
import type { MenuLine } from "./card-menu.ts";
import { MenuSheet } from "./menu-sheet.tsx";

/** A menu as a dialog: a sheet where a finger acts. */
export const openMenuSheet = (title: string, groups: readonly (readonly MenuLine[])[]) =>
  shell().dialogs.open(MenuSheet, { groups }, { title, width: "400px", buttons: [] });
