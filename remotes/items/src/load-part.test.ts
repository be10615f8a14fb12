import { mockShell } from "@tessera/shell-api/testing";
import { openCapture } from "./capture/open-capture.ts";
import { openImport } from "./import/open-import.ts";
import { openLists } from "./list/open-lists.ts";
import { openMenuSheet } from "./list/open-menu-sheet.ts";
import { openPart } from "./load-part.ts";
import { askSnooze, askTags } from "./triage/ask.ts";

const row = { title: "Oak fronts", tags: [] } as never;

it.each([
  ["capture", () => openCapture()],
  ["import", () => openImport()],
  ["lists", () => openLists()],
  ["a menu", () => openMenuSheet("Oak fronts", [])],
  ["snooze", () => askSnooze([row])],
  ["tags", () => askTags([row])],
])("keeps what is typed while the dialog for %s is loaded for that dialog", async (_, open) => {
  const opened = Promise.withResolvers<void>();
  const shell = mockShell();
  shell.dialogs.open = async () => void opened.resolve();
  void open();
  await opened.promise;
  expect(shell.loadings.count).toBe(1);
});

it("says that a part is missing, and lets every other error through", async () => {
  const shell = mockShell();
  const failing = (name: string) => () => Promise.reject(Object.assign(new Error("gone"), { name }));
  expect(await openPart(failing("ChunkLoadError"))).toBeUndefined();
  expect(shell.shown).toMatchObject([{ intent: "error", message: expect.stringContaining("could not be loaded") }]);
  await expect(openPart(failing("TypeError"))).rejects.toThrow("gone");
});
