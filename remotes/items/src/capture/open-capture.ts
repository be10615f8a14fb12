import { shell } from "@tessera/shell-api";
import { loadPart } from "../load-part.ts";

let opened = false;

/** Opens the capture dialog, from wherever a person is; one at a time. */
export async function openCapture(): Promise<void> {
  if (opened) return;
  opened = true;
  try {
    const part = await loadPart(() => import("./capture-dialog.tsx"));
    if (part) await shell().dialogs.open(part.CaptureDialog, {}, { title: "Capture", width: "560px", buttons: [], scrollable: false });
  } finally {
    opened = false;
  }
}
