import { shell } from "@tessera/shell-api";
import { loadPart, openPart } from "../load-part.ts";
import { loadCaptures } from "../types/captures.ts";
import { appendToDraft } from "./capture-draft.ts";

let opened = false;

/**
 * Opens the capture dialog, from wherever a person is; one at a time. As a command: a part that is missing is the
 * shell's to replace.
 * @param text what was typed in the palette; it comes behind what was typed before
 * @param choose the person is asked for files at once
 */
export default async function capture(text = "", { choose = false } = {}): Promise<void> {
  if (opened) return;
  opened = true;
  if (text) appendToDraft(text);
  try {
    const [{ CaptureDialog }, captures] = await Promise.all([
      loadPart(() => import("./capture-dialog.tsx")),
      loadCaptures(),
    ]);
    await shell().dialogs.open(
      CaptureDialog,
      { captures, choose },
      { title: "Capture", width: "560px", buttons: [], scrollable: false },
    );
  } finally {
    opened = false;
  }
}

export const openCapture = (): Promise<void> => openPart(() => capture());
