import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { switchedOffAt } from "@tessera/federation/route-rules.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";
import { Apps } from "./apps.ts";

let world: World;
let admin: ReturnType<typeof releasesClient>;
let stranger: ReturnType<typeof releasesClient>;
beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  admin = releasesClient(world.client(await world.token({ email: "admin@example.com" })));
  stranger = releasesClient(world.client(await world.token({ email: "stranger@example.com" })));
  const manifest = (name: string) =>
    Manifest.parse({
      name,
      title: name,
      routes: [{ id: "list", path: `/${name}/:type?`, title: name }],
      contributes: {},
    });
  const built = [
    candidateOf("shell", "1.0.0"),
    ...["items", "queue"].map((app) => candidateOf(app, "1.0.0", { manifest: manifest(app) })),
  ];
  await world.application.nest.get(Apps).ensure(built.map(({ release }) => release));
  await world.application.nest.get(Releases).publish(built, "local build");
});
afterAll(() => world.stop());

const composed = async () =>
  (await world.application.nest.get(ReleaseRegistry).resolve({ cookies: "", sessionCookie: "s" }))!.composition;

it("takes an app from everybody at once, says why at its addresses, and leaves the others alone", async () => {
  const before = await composed();
  const recalled = world.application.nest
    .get(ReleaseRegistry)
    .recalls(new AbortController().signal)
    [Symbol.asyncIterator]()
    .next();
  await admin.switchOff("items", "Cards are being lost.");
  const off = await composed();
  expect(off.remotes.map(({ name }) => name)).toEqual(["queue"]);
  expect(off.off).toEqual([
    { name: "items", title: "items", reason: "Cards are being lost.", paths: ["/items/:type?"] },
  ]);
  expect(switchedOffAt(off, "/items/inbox")?.name).toBe("items");
  expect(switchedOffAt(off, "/queue")).toBeNull();
  expect(off.buildId).not.toBe(before.buildId);
  expect((await recalled).value).toEqual({ app: "items", releases: null });
  const discovered = (await (await fetch(`${world.url}/api/releases/discovery`)).json()) as { microFrontends: object };
  expect(Object.keys(discovered.microFrontends)).toEqual(["tessera/queue", "tessera/shell"]);
  expect((await admin.ownership()).items[0]!.off).toEqual({ at: expect.any(String), reason: "Cards are being lost." });

  await admin.switchOn("items");
  expect(await composed()).toEqual(before);
  expect((await admin.audit({ limit: 2 })).items.map(({ act }) => act)).toEqual(["switched_on", "switched_off"]);
});

it("is not for strangers, and never takes the shell", async () => {
  await expect(stranger.switchOff("items", "no")).rejects.toMatchObject({ status: 403, code: "administrators_only" });
  await expect(admin.switchOff("shell", "no")).rejects.toMatchObject({ status: 409, code: "shell_stays" });
  await expect(admin.switchOff("none", "no")).rejects.toMatchObject({ status: 404, code: "app_not_found" });
});
