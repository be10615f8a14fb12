import { mockShell } from "@tessera/shell-api/testing";
import { waitFor } from "@testing-library/react";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { registerItems } from "./register.ts";

let server: ItemsServer;
beforeEach(async () => {
  server = await startItemsServer([card(1, { title: "Strasbourg: what is still open" }), card(2)]);
});
afterEach(() => server.stop());

it("offers capture, import and the search for cards on every page", async () => {
  const shell = mockShell({ http: server.http });
  registerItems(shell);
  const opened = shell.run("items.capture");
  await waitFor(() => expect(shell.opened[0]?.options.title).toBe("Capture"));
  shell.opened[0]?.cancel();
  await opened;
  const found = await shell.sources.get("items")?.search("strasb", AbortSignal.timeout(5000));
  expect(found).toEqual([{ id: card(1).id, title: "Strasbourg: what is still open", line: "Text 1", path: `/items/note/${card(1).id}` }]);
});
