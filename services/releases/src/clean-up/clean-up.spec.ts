import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { assetAddress } from "@tessera/federation/asset-address.ts";
import { globalNameOf } from "@tessera/federation/composition.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { hashOf } from "@tessera/federation/upload.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { machine } from "../audit.ts";
import { DeployTokens } from "../deploy-tokens.ts";
import { Uploads } from "../files/uploads.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";
import { CleanUp } from "./clean-up.ts";

const DAY = 24 * 60 * 60 * 1000;
let world: World;
let cleanUp: CleanUp;
let admin: ReturnType<typeof releasesClient>;

beforeAll(async () => {
  world = await startServices([releasesService], {
    environment: { TESSERA_ADMINS: "boss@example.com", RELEASES_KEEP_DAYS: "10" },
  });
  world.clock.set("2030-01-01T00:00:00Z");
  cleanUp = world.application.nest.get(CleanUp);
  await world.application.nest.get(DeployTokens).ensure(["shell", "items"]);
  admin = releasesClient(world.client(await world.token({ email: "boss@example.com" })));
  await publish("shell", "1.0.0");
});
afterAll(() => world.stop());

const publish = (app: string, version: string) => {
  world.clock.advance(1000);
  return world.application.nest.get(Releases).publish([candidateOf(app, version)], "test");
};
const idOf = (version: string) => candidateOf("items", version).release.id;
const visit = () => world.application.nest.get(ReleaseRegistry).resolve({ cookies: "", sessionCookie: "session" });
/** Versions of items whose file is in the file store. */
const kept = (versions = ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0", "6.0.0"]) => {
  const names = readdirSync(path.join(world.dataDir, "files", "releases"));
  const hash = (version: string) => hashOf(candidateOf("items", version).release.files[0]!.integrity);
  return versions.filter((version) => ["", ".br", ".gz"].every((form) => names.includes(hash(version) + form)));
};

it("removes what nobody can get any more, and keeps what a composition, a rollout, a pin or an open page uses", async () => {
  for (const version of ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0"]) {
    await publish("items", version);
    if (version === "1.0.0") await visit();
  }
  await admin.pin("items", { release: "2.0.0", who: "@example.com" });
  world.clock.advance(9 * DAY);
  expect(await cleanUp.run(machine("test"))).toEqual([]);
  const opened = (await visit())!.composition.buildId;
  world.clock.advance(2 * DAY);
  await publish("items", "6.0.0");
  // 3 was given to nobody and 1 long ago; 4 was the fallback of the page that has been open for two days, 5 is now
  // everybody's.
  expect((await cleanUp.run(machine("test"))).map(({ id }) => id).sort()).toEqual([idOf("1.0.0"), idOf("3.0.0")]);
  expect(kept()).toEqual(["2.0.0", "4.0.0", "5.0.0", "6.0.0"]);
  const registry = world.application.nest.get(ReleaseRegistry);
  expect(await registry.file("items", idOf("3.0.0"), "entry.js")).toBeNull();
  expect(await registry.file("items", idOf("5.0.0"), "entry.js")).not.toBeNull();
  expect((await registry.build(opened))!.remotes[0]!.release.id).toBe(idOf("5.0.0"));
  expect((await admin.releases("items")).items.map(({ version }) => version)).toEqual([
    "6.0.0",
    "5.0.0",
    "4.0.0",
    "2.0.0",
  ]);
  expect(
    (await admin.overview()).timeline
      .filter(({ action }) => action === "cleaned_up")
      .map(({ release }) => release!.version),
  ).toEqual(expect.arrayContaining(["1.0.0", "3.0.0"]));
  await expect(admin.rollback("items", { to: "3.0.0" })).rejects.toMatchObject({
    problem: { code: "release_not_found" },
  });
});

it("counts a composition as used for as long as pages get it, and keeps both releases of an open rollout", async () => {
  const rollout = { release: "2.0.0", steps: [{ percent: 1, holdSeconds: 0, gate: { minLoads: 1 } }] };
  await admin.start("items", rollout);
  const { pins } = (await admin.overview()).items.find(({ name }) => name === "items")!;
  await admin.unpin("items", pins[0]!.id);
  world.clock.advance(30 * DAY);
  await visit();
  expect((await admin.cleanUp("items")).items).toEqual([idOf("4.0.0")]);
  expect(kept()).toEqual(["2.0.0", "5.0.0", "6.0.0"]);
  await admin.act("items", "abort");
  world.clock.advance(11 * DAY);
  expect((await admin.cleanUp("items")).items).toEqual([idOf("2.0.0")]);
  expect((await admin.overview()).items.find(({ name }) => name === "items")!.rollout!.candidate.version).toBe("2.0.0");
});

it("takes a removed release back when it is published again, and removes at the next run what a killed process left", async () => {
  expect(await publish("items", "3.0.0")).toMatchObject([{ published: true }]);
  expect((await visit())!.apps.get("items")!.release.version).toBe("3.0.0");
  expect(kept()).toContain("3.0.0");
  // Marked as removed, and killed before the files went: as if they had never gone.
  const { release, source } = candidateOf("items", "2.0.0");
  await world.application.nest.get(Uploads).bring(release, source);
  expect(kept()).toContain("2.0.0");
  world.clock.advance(DAY + 1);
  await cleanUp.run(machine("test"));
  expect(kept()).not.toContain("2.0.0");
});

it("obeys administrators and the app's own deploy token alone", async () => {
  const tokens = JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8")) as Record<
    string,
    string
  >;
  await expect(releasesClient(world.client(tokens.shell)).cleanUp("items")).rejects.toMatchObject({ status: 401 });
  await expect(releasesClient(world.client(await world.token())).cleanUp("items")).rejects.toMatchObject({
    status: 403,
  });
  expect(await releasesClient(world.client(tokens.items)).cleanUp("items")).toEqual({ items: [] });
});

it("keeps a file for as long as one release of the app has it, and serves it by content until then", async () => {
  const registry = world.application.nest.get(ReleaseRegistry);
  const { path: name, integrity } = candidateOf("items", "8.0.0").release.files[0]!;
  const served = async () =>
    (await registry.asset("items", assetAddress("items", name, integrity).split("/")[3]!)) !== null;
  expect(await served()).toBe(false);
  await publish("items", "8.0.0");
  const { release, source } = candidateOf("items", "8.0.0");
  const id = idOf("9.0.0");
  await world.application.nest
    .get(Releases)
    .publish([{ release: { ...release, id, globalName: globalNameOf("items", id) }, source }], "test");
  await publish("items", "10.0.0");
  world.clock.advance(11 * DAY);
  expect((await admin.cleanUp("items")).items).toContain(idOf("8.0.0"));
  expect([await served(), kept(["8.0.0"])]).toEqual([true, ["8.0.0"]]);
  for (const version of ["11.0.0", "12.0.0"]) await publish("items", version);
  world.clock.advance(11 * DAY);
  expect((await admin.cleanUp("items")).items).toContain(id);
  expect([await served(), kept(["8.0.0"])]).toEqual([false, []]);
});
