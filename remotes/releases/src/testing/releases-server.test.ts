import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { releasesConformance } from "@tessera/testing/conformance/releases.ts";
import { app, owned, type ReleasesServer, release, rollout, startReleasesServer } from "./releases-server.ts";

/** The stand-in keeps to what the service does; services/releases/src/conformance.spec.ts asks the service the same. */
const servers: ReleasesServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

releasesConformance(async () => {
  const [first, second] = [release("1.0.0", 9), release("2.0.0", 1)];
  const start = async (administrator: boolean) => {
    const running = rollout({ stable: first, candidate: second });
    const server = await startReleasesServer([app({ stable: first, rollout: running, releases: [second, first] })]);
    server.administrator = administrator;
    server.owned = [owned()];
    servers.push(server);
    return releasesClient(server.http);
  };
  return { app: "items", path: "/items", administrator: await start(true), person: await start(false) };
});
