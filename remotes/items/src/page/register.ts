import type { ShellApi } from "@tessera/shell-api";
import { openCapture } from "../capture/open-capture.ts";
import { openImport } from "../import/open-import.ts";
import { itemsSource } from "../search/palette-source.ts";

/** What this area offers on every page from the moment it is loaded. */
export function registerItems({ commands }: ShellApi): void {
  commands.register([
    { id: "items.capture", title: "Capture", group: "Items", keys: "c", run: openCapture },
    { id: "items.import", title: "Import bookmarks or mails", group: "Items", keys: "i", run: () => openImport() },
  ]);
  commands.registerSource(itemsSource);
}
