import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { globalNameOf } from "@tessera/federation/composition.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { Apps } from "../apps/apps.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";

const ADMIN = "boss@example.com";
let world: World;
let releases: Releases;
let admin: ReturnType<typeof releasesClient>;
/** A new app for each test: what was released of one says nothing of another. */
let app: string;
let count = 0;

beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: ADMIN } });
  admin = releasesClient(world.client(await world.token({ email: ADMIN })));
  releases = world.application.nest.get(Releases);
  const shell = candidateOf("shell", "1.0.0");
  const { release } = shell;
  await world.application.nest.get(Apps).ensure([release]);
  await releases.publish([shell], "test");
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  app = `app-${count}`;
  await admin.createApp({ name: app, owner: "@tessera/test", prefixes: [] });
});

const ramp = [{ percent: 50, holdSeconds: 600, gate: { minLoads: 5 } }];
const idOf = (name: string) => `1.0.0-${Buffer.from(name.padEnd(6, "-")).toString("hex")}`;
/** Releases of one version that differ. */
const candidate = (name: string, shellApi: string) => {
  const [id, manifest] = [
    idOf(name),
    Manifest.parse({ name: app, title: app, routes: [], requires: { "shell-api": shellApi } }),
  ];
  return candidateOf(app, "1.0.0", { id, globalName: globalNameOf(app, id), manifest });
};
const publish = (name: string, options: { again?: boolean; steps?: typeof ramp } = {}, shellApi = "*") =>
  releases.publish([candidate(name, shellApi)], "deploy token", options);
const stable = async () => (await admin.overview()).items.find(({ name }) => name === app)!.stable.id;
const fallback = async () => {
  const page = await world.application.nest.get(ReleaseRegistry).resolve({ cookies: "", sessionCookie: "session" });
  return page!.composition.remotes.find(({ name }) => name === app)!.stable?.id;
};

describe("a withdrawn release", () => {
  it("is not published by a retry of the job that released it, neither at once nor step by step", async () => {
    await publish("good");
    await publish("bad", { steps: ramp });
    await admin.act(app, "abort", "It breaks the page");
    const sentence = /was withdrawn by boss@example.com: It breaks the page/;
    await expect(publish("bad")).rejects.toThrow(sentence);
    await expect(publish("bad", { steps: ramp })).rejects.toThrow(sentence);
    await expect(admin.start(app, { release: idOf("bad"), steps: ramp })).rejects.toMatchObject({
      code: "release_withdrawn",
    });
    expect(await stable()).toBe(idOf("good"));
  });

  it("comes back when somebody says so, and is no longer withdrawn then", async () => {
    await publish("good");
    await publish("bad", { steps: ramp });
    await admin.act(app, "abort");
    await publish("bad", { again: true });
    expect(await stable()).toBe(idOf("bad"));
    const [newest] = (await admin.releases(app)).items;
    expect(newest).toMatchObject({ id: idOf("bad"), number: 2, withdrawn: null });
  });

  it("is nothing to go back to and nothing to fall back on", async () => {
    await publish("a");
    await publish("b");
    await admin.rollback(app, { reason: "slow" });
    expect([await stable(), await fallback()]).toEqual([idOf("a"), undefined]);
    await publish("c");
    expect(await fallback()).toBe(idOf("a"));
    await expect(admin.rollback(app, { to: idOf("b") })).rejects.toMatchObject({ code: "release_withdrawn" });
    expect(await admin.rollback(app, {})).toMatchObject({ stable: { id: idOf("a") } });
    await expect(admin.rollback(app, {})).rejects.toMatchObject({ code: "nothing_to_roll_back" });
  });

  it("that nobody ever had is no fallback either", async () => {
    await publish("a");
    await publish("b", { steps: ramp });
    await admin.act(app, "promote");
    await publish("c", { steps: ramp });
    await admin.act(app, "abort");
    expect(await fallback()).toBe(idOf("a"));
  });
});

describe("a version that several releases have", () => {
  it("names none of them; their numbers do", async () => {
    for (const name of ["a", "b", "c"]) await publish(name);
    await expect(admin.rollback(app, { to: "1.0.0" })).rejects.toMatchObject({
      code: "ambiguous_version",
      message: expect.stringContaining(`#2 (${idOf("b")})`),
    });
    expect(await admin.rollback(app, { to: "#2" })).toMatchObject({ stable: { id: idOf("b"), number: 2 } });
    // c was withdrawn by that: a and b are left.
    await expect(admin.rollback(app, { to: "1.0.0" })).rejects.toMatchObject({ code: "ambiguous_version" });
  });
});

describe("a rollback", () => {
  it("says what it will do before it does it", async () => {
    await publish("a");
    await publish("b");
    await publish("c", { steps: ramp });
    expect(await admin.rollbackPlan(app)).toEqual({
      app,
      from: { id: idOf("b"), version: "1.0.0", number: 2 },
      to: { id: idOf("b"), version: "1.0.0", number: 2 },
      endsRollout: { id: idOf("c"), version: "1.0.0", number: 3 },
      withdrawn: null,
      breaks: [],
    });
    expect(await admin.rollbackPlan(app, "#1")).toMatchObject({ to: { id: idOf("a") } });
    expect(await stable()).toBe(idOf("b"));
  });

  it("that would break something says what, and is done in an incident all the same", async () => {
    await publish("a", {}, "^1.0.0");
    await publish("b", {}, "^1.0.0 || ^2.0.0");
    await releases.publish([candidateOf("shell", "2.0.0", { provides: { "shell-api": "2.0.0" } })], "test");
    const { breaks } = await admin.rollbackPlan(app, "#1");
    expect(breaks).toEqual([`${app} ${idOf("a")} requires shell-api ^1.0.0, and 2.0.0 is live`]);
    await expect(admin.rollback(app, { to: "#1" })).rejects.toMatchObject({ code: "requirements_unmet" });
    expect(await admin.rollback(app, { to: "#1", force: true })).toMatchObject({ stable: { number: 1 } });
  });
});
