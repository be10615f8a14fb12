import { shell } from "@tessera/shell-api";
import { loadPart, openPart } from "../load-part.ts";

/** Asks for one of all tags in use, by its letters; undefined when the person changed their mind. */
export const askTag = (): Promise<string | undefined> =>
  openPart(async () => {
    const { TagPicker } = await loadPart(() => import("./tag-picker.tsx"));
    return shell().dialogs.open<string>(
      TagPicker,
      {},
      { title: "Find a tag", width: "400px", buttons: [], scrollable: false },
    );
  });
