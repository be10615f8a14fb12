import { shell } from "@tessera/shell-api";
import type { AskProps } from "./ask-dialog.tsx";

let isOpen = false;

/** Opens the dialog for questions, one at a time. @throws what loading its code throws */
export async function openAsk(props: AskProps): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  try {
    const { AskDialog } = await import("./ask-dialog.tsx");
    await shell().dialogs.open(AskDialog, props, { title: "Ask", width: "680px", maxWidth: "680px", buttons: [] });
  } finally {
    isOpen = false;
  }
}
