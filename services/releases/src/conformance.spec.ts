import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import { releasesConformance } from "@tessera/testing/conformance/releases.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { Apps } from "./apps/apps.ts";
import { releasesService } from "./index.ts";
import { Releases } from "./publish-release.ts";
import { candidateOf } from "./testing/candidate.ts";

/** What pages rely on; remotes/releases/src/testing/releases-server.test.ts asks their stand-in the same. */
let world: World;
let made = 0;
beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  const shell = candidateOf("shell", "1.0.0");
  await world.application.nest.get(Apps).ensure([shell].map(({ release }) => release));
  await world.application.nest.get(Releases).publish([shell], "local build");
});
afterAll(() => world.stop());

releasesConformance(async () => {
  const app = `area${++made}`;
  const path = `/${app}`;
  const manifest = Manifest.parse({
    name: app,
    title: app,
    routes: [{ id: "start", path, title: "A page", session: false }],
    requires: { "shell-api": "^1.0.0" },
  });
  const [first, second] = ["1.0.0", "2.0.0"].map((version) => candidateOf(app, version, { manifest }));
  const { nest } = world.application;
  await nest.get(Apps).ensure([first!.release]);
  await nest.get(Releases).publish([first!], "local build");
  const gate = { minLoads: 30, margin: null };
  await nest.get(Releases).publish([second!], "local build", { steps: [{ percent: 50, holdSeconds: 3600, gate }] });
  const clientOf = async (email: string) => releasesClient(world.client(await world.token({ email })));
  return { app, path, administrator: await clientOf("admin@example.com"), person: await clientOf("lena@example.com") };
});
