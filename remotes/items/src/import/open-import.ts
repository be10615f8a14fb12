import { shell } from "@tessera/shell-api";
import { loadPart } from "../load-part.ts";

interface Given {
  /** Dropped on the list: their import starts at once. */
  files?: File[];
  /** Id of the import whose report is wanted. */
  report?: string;
}

/** Opens the import dialog. Closing it does not stop an import. */
export async function openImport(given: Given = {}): Promise<void> {
  const part = await loadPart(() => import("./import-dialog.tsx"));
  if (part) await shell().dialogs.open(part.ImportDialog, given, { title: "Import", width: "600px", buttons: [], scrollable: true });
}
