import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A website on this machine, for pages that the product reads. */
export async function startSite(answer: RequestListener): Promise<{ host: string; stop(): void }> {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
