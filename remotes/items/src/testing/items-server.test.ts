import { itemsClient } from "@tessera/contracts-items/items.ts";
import { provideShell } from "@tessera/shell-api";
import { mockShell } from "@tessera/shell-api/testing";
import { itemsConformance } from "@tessera/testing/conformance/items.ts";
import { type ItemsServer, startItemsServer } from "./items-server.ts";

/** The stand-in keeps to what the service does; services/items/src/conformance.spec.ts asks the service the same. */
let server: ItemsServer;
beforeEach(async () => {
  provideShell(mockShell());
  server = await startItemsServer([]);
});
afterEach(() => server.stop());

itemsConformance(async () => itemsClient(server.http));
