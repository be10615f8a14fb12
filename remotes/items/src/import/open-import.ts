import { shell } from "@tessera/shell-api";
import { loadPart, openPart } from "../load-part.ts";

interface ImportStart {
  /** Dropped on the list: they wait in the dialog until the person has said where their cards go. */
  files?: File[];
  /** Id of the import whose report is wanted. */
  report?: string;
}

/**
 * Opens the import dialog. Closing it does not stop an import. As a command: a part that is missing is the shell's to
 * replace.
 */
export default async function importFiles(start: ImportStart = {}): Promise<void> {
  const { ImportDialog } = await loadPart(() => import("./import-dialog.tsx"));
  await shell().dialogs.open(ImportDialog, start, { title: "Import", width: "600px", buttons: [], scrollable: true });
}

export const openImport = (start?: ImportStart): Promise<void> => openPart(() => importFiles(start));
