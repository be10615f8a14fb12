import { shell } from "@tessera/shell-api";
import { loadPart, openPart } from "../load-part.ts";
import type { MenuLine } from "./card-menu.ts";

/** A menu as a dialog: a sheet where a finger acts. */
export const openMenuSheet = (title: string, groups: readonly (readonly MenuLine[])[]) =>
  openPart(async () => {
    const { MenuSheet } = await loadPart(() => import("./menu-sheet.tsx"));
    await shell().dialogs.open(MenuSheet, { groups }, { title, width: "400px", buttons: [] });
  });
