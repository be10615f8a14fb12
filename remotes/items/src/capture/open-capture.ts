import { shell } from "@tessera/shell-api";
import { loadPart, orSay } from "../load-part.ts";

let opened = false;

/** Opens the capture dialog, from wherever a person is; one at a time. As a command: a part that is missing is the shell's to replace. */
export async function capture(): Promise<void> {
  if (opened) return;
  opened = true;
  try {
    const { CaptureDialog } = await loadPart(() => import("./capture-dialog.tsx"));
    await shell().dialogs.open(CaptureDialog, {}, { title: "Capture", width: "560px", buttons: [], scrollable: false });
  } finally {
    opened = false;
  }
}

export const openCapture = (): Promise<void> => orSay(capture);
