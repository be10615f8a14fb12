import { shell } from "@tessera/shell-api";
import { loadPart } from "../load-part.ts";

/** Opens the import dialog; with files (dropped on the list) it starts at once. Closing it does not stop an import. */
export async function openImport(files: File[] = []): Promise<void> {
  const part = await loadPart(() => import("./import-dialog.tsx"));
  if (part) await shell().dialogs.open(part.ImportDialog, { files }, { title: "Import", width: "600px", buttons: [], scrollable: true });
}
