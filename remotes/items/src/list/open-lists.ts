import { shell } from "@tessera/shell-api";
import { loadPart, openPart } from "../load-part.ts";

/** The lists to choose from, where a finger acts. */
export const openLists = () =>
  openPart(async () => {
    const { ListSwitcher } = await loadPart(() => import("./list-switcher.tsx"));
    await shell().dialogs.open(ListSwitcher, {}, { title: "Lists", width: "400px", buttons: [] });
  });
