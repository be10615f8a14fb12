import type { ShellApi } from "@tessera/shell-api";
import { capture } from "../capture/open-capture.ts";
import { importFiles } from "../import/open-import.ts";
import { itemsSource } from "../search/palette-source.ts";

/** What this area offers on every page from the moment it is loaded. */
export function registerItems({ commands }: ShellApi): void {
  commands.register([
    { id: "items.capture", title: "Capture", group: "Items", keys: "c", run: capture },
    { id: "items.import", title: "Import bookmarks or mails", group: "Items", keys: "i", run: () => importFiles() },
  ]);
  commands.registerSource(itemsSource);
}
