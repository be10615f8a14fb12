import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";
import { Apps } from "./apps.ts";

let world: World;
let admin: ReturnType<typeof releasesClient>;
beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  admin = releasesClient(world.client(await world.token({ email: "admin@example.com" })));
  const app = (name: string, version: string, routes: { path: string; within?: string; redirect?: string }[]) => {
    const manifest = Manifest.parse({
      name,
      title: name,
      routes: routes.map((route) => ({ id: route.path, title: "A page", ...route })),
      requires: name === "shell" ? {} : { "shell-api": "^1.0.0" },
    });
    return candidateOf(name, version, { manifest });
  };
  const built = [
    app("shell", "1.0.0", [{ path: "/" }]),
    app("items", "1.0.0", [{ path: "/items", redirect: "/items/inbox" }, { path: "/items/:type" }]),
    app("settings", "1.0.0", [{ path: "/settings/:section" }]),
    app("people", "1.0.0", [{ path: "/settings/people", within: "settings" }]),
  ];
  await world.application.nest.get(Apps).ensure(built.map(({ release }) => release));
  const releases = world.application.nest.get(Releases);
  await releases.publish(built, "local build");
  const steps = [{ percent: 10, holdSeconds: 3600, gate: { minLoads: 30 } }];
  await releases.publish([app("items", "2.0.0", [{ path: "/items/:type" }])], "deploy token", { steps });
  await admin.changeApp("items", { owner: "Team Items" });
});
afterAll(() => world.stop());

it("names app, route and releases of an address, and why", async () => {
  expect(await admin.serves("/items/inbox")).toEqual({
    path: "/items/inbox",
    app: "items",
    owner: "Team Items",
    drawnBy: "items",
    route: { id: "/items/:type", path: "/items/:type", title: "A page" },
    release: { id: candidateOf("items", "1.0.0").release.id, version: "1.0.0", number: 1 },
    candidate: { release: { id: candidateOf("items", "2.0.0").release.id, version: "2.0.0", number: 2 }, percent: 10 },
    why: [
      "/items and what is below it was granted to items (Team Items).",
      "The route /items/:type of items 1.0.0 #1 matches closest.",
      "items 2.0.0 #2 is rolled out to 10 % of people.",
    ],
  });
});

it.each([
  ["/settings/people", "people", ["It is shown within the pages of settings, whose release draws the frame."]],
  ["/items", "items", ["It redirects to /items/inbox."]],
  ["/items/a/b/c", null, ["No route of a stable release matches: people get Page Not Found."]],
  ["/nowhere", null, ["Nobody was granted this path."]],
])("tells of %s", async (path, app, why) => {
  const served = await admin.serves(path);
  expect(served.app).toBe(app);
  expect(served.why).toEqual(expect.arrayContaining(why));
});

it("tells that an app is switched off, and tells administrators alone", async () => {
  await admin.switchOff("settings", "Too slow.");
  expect((await admin.serves("/settings/people")).why).toContain("settings is switched off: Too slow.");
  const stranger = releasesClient(world.client(await world.token({ email: "stranger@example.com" })));
  await expect(stranger.serves("/items")).rejects.toMatchObject({ status: 403, code: "administrators_only" });
  await expect(admin.serves("items")).rejects.toMatchObject({ status: 400, code: "invalid_request" });
});
