import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { ReleaseRegistry, type ResolvedForVisitor } from "@tessera/federation/registry.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { isIn } from "../cohorts/cohort.ts";
import { DeployTokens } from "../deploy-tokens.ts";
import { Releases, releasesService } from "../index.ts";
import { candidateOf } from "../testing/candidate.ts";
import { RolloutDriver } from "./rollout-driver.ts";

const ADMIN = "boss@example.com";
const SESSION = "session";
let world: World;
let driver: RolloutDriver;
let registry: ReleaseRegistry;
let admin: ReturnType<typeof releasesClient>;
let deploy: Record<string, string>;

beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: ` ${ADMIN.toUpperCase()} `, COOKIE_PREFIX: SESSION } });
  const nest = world.application.nest;
  [driver, registry] = [nest.get(RolloutDriver), nest.get(ReleaseRegistry)];
  await nest.get(DeployTokens).ensure(["shell", "items", "billing"]);
  deploy = JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8"));
  await nest.get(Releases).publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0"), candidateOf("billing", "1.0.0")], "test");
  for (const version of ["2.0.0", "3.0.0", "4.0.0"]) {
    await nest.get(Releases).publish([candidateOf("items", version)], "test", { steps: [step(1)] });
    await releasesClient(world.client(deploy.items)).act("items", "abort");
  }
  admin = releasesClient(world.client(await world.token({ email: ADMIN })));
});
afterAll(() => world.stop());

const step = (percent: number, holdSeconds = 600, minLoads = 5) => ({ percent, holdSeconds, gate: { minLoads } });
const idOf = (version: string) => candidateOf("items", version).release.id;

/** A browser: keeps its cookies, loads pages, reports. */
class Browser {
  cookies = new Map<string, string>();
  page!: ResolvedForVisitor;
  get header() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  async signIn(userId: string = randomUUID(), email = `${userId}@example.com`) {
    const session = { access_token: await world.token({ userId, email }), expires_at: Math.floor(Date.now() / 1000) + 3600 };
    this.cookies.set(SESSION, encodeURIComponent(JSON.stringify(session)));
    return this;
  }
  signOut() {
    this.cookies.delete(SESSION);
    return this;
  }
  /** Version of items that this visitor gets. */
  async load(): Promise<string> {
    this.page = (await registry.resolve({ cookies: this.header, sessionCookie: SESSION }))!;
    for (const cookie of this.page.cookies) this.cookies.set(cookie.split("=")[0]!, cookie.slice(cookie.indexOf("=") + 1));
    return this.page.apps.get("items")!.release.version;
  }
  async report(...metrics: string[]) {
    const { id } = this.page.apps.get("items")!.release;
    const measurements = metrics.map((metric) => {
      const [name, value] = metric.split("=");
      return { app: "items", release: id, metric: name, ...(value ? { value: Number(value) } : {}) };
    });
    return this.send({ page: this.page.page, measurements });
  }
  async send(report: object, type = "text/plain;charset=UTF-8") {
    const headers = { "content-type": type, cookie: this.header };
    return (await fetch(`${world.url}/api/releases/telemetry`, { method: "POST", headers, body: JSON.stringify(report) })).status;
  }
}

/** Signed-in people of whom `count` get the candidate, or the stable release. */
async function people(rollout: string, percent: number, inside: boolean, count: number): Promise<Browser[]> {
  const found: Browser[] = [];
  while (found.length < count) {
    const userId = randomUUID();
    if (isIn(rollout, userId, percent) === inside) found.push(await new Browser().signIn(userId));
  }
  return found;
}

const stable = async () => (await admin.overview()).items.find((app) => app.name === "items")!.stable.version;

beforeEach(async () => {
  world.clock.advance(10_000); // no report of one test counts in the next
  const rollout = await admin.rollout("items");
  if (["running", "paused"].includes(rollout.state)) await admin.act("items", "abort");
  if ((await stable()) !== "1.0.0") await admin.rollback("items", { to: idOf("1.0.0"), again: true });
});

it("takes nobody for an administrator by an address that they have not confirmed", async () => {
  const rights = async (emailConfirmed: boolean) => {
    const token = await world.token({ email: ADMIN, emailConfirmed });
    return (await world.client(token)("/api/releases/rights")).json();
  };
  expect([await rights(false), await rights(true)]).toEqual([{ administrator: false }, { administrator: true }]);
});

describe("cohorts", () => {
  it("give each visitor one release, the same at each load, and everybody all of it at 100 %", async () => {
    const rollout = await admin.start("items", { again: true, release: "2.0.0", steps: [step(50)] });
    expect(rollout).toMatchObject({ state: "running", percent: 50, candidate: { id: idOf("2.0.0") }, startedBy: ADMIN });
    const [inside] = await people(rollout.id, 50, true, 1);
    const [outside] = await people(rollout.id, 50, false, 1);
    for (let load = 0; load < 3; load += 1) expect([await inside!.load(), await outside!.load()]).toEqual(["2.0.0", "1.0.0"]);
    const remote = inside!.page.composition.remotes.find(({ name }) => name === "items")!;
    expect([remote.release.id, remote.stable?.id]).toEqual([idOf("2.0.0"), idOf("1.0.0")]);
    expect(inside!.page.composition.buildId).not.toBe(outside!.page.composition.buildId);
    expect(await registry.build(inside!.page.composition.buildId)).toEqual(inside!.page.composition);
    await admin.act("items", "promote");
    expect(await outside!.load()).toBe("2.0.0");
    expect(await stable()).toBe("2.0.0");
  });

  it("keep to the device over sign-in, and to the person on every device", async () => {
    const { id } = await admin.start("items", { again: true, release: "2.0.0", steps: [step(50)] });
    for (let index = 0; index < 6; index += 1) {
      const [device, userId] = [new Browser(), randomUUID()];
      const before = await device.load();
      if (index % 2) await (await device.signIn(userId)).report("load"); // signed in without another page
      expect(await (await device.signIn(userId)).load()).toBe(before);
      const other = new Browser();
      await other.load();
      expect(await (await other.signIn(userId)).load()).toBe(before);
      expect(await device.signOut().load()).toBe(before);
      expect(await other.signOut().load()).toBe(before);
    }
    const forged = new Browser();
    const [subject] = (await people(id, 50, true, 1)).map(() => randomUUID());
    forged.cookies.set("tessera-subject", `${subject}.AAAA`);
    await forged.load();
    expect(forged.cookies.get("tessera-subject")).not.toContain(subject);
  });
});

describe("rollouts", () => {
  it("hold until they are healthy for long enough, then go on by themselves, and end as stable", async () => {
    const rollout = await admin.start("items", { again: true, release: "2.0.0", steps: [step(10), step(100)] });
    world.clock.advance(601_000);
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({ step: 0, health: { verdict: "collecting" } });
    for (const person of await people(rollout.id, 10, true, 5)) {
      await person.load();
      expect(await person.report("load", "lcp=900", "inp=40", "cls=0.01")).toBe(204);
    }
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({
      step: 1,
      percent: 100,
      health: { verdict: "healthy", candidate: { loads: 5, broken: 0 } },
    });
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({ state: "running" });
    world.clock.advance(601_000);
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({ state: "promoted", percent: 100, holdUntil: null });
    expect(await stable()).toBe("2.0.0");
    const { timeline } = await admin.overview();
    expect(timeline.slice(0, 3).map(({ action, actor }) => `${action} by ${actor}`)).toEqual([
      "rollout_promoted by health gate",
      "rollout_advanced by health gate",
      `rollout_started by ${ADMIN}`,
    ]);
  });

  it("are withdrawn by themselves when the candidate is worse, and everybody is back on stable", async () => {
    const { id } = await admin.start("items", { again: true, release: "3.0.0", steps: [step(10), step(100)] });
    const failing = await people(id, 10, true, 7);
    for (const person of [...failing, ...(await people(id, 10, false, 10))]) {
      const broken = (await person.load()) === "3.0.0";
      await person.report("load", ...(broken ? ["failure"] : []));
    }
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({
      state: "aborted",
      percent: 0,
      health: { verdict: "worse", candidate: { loads: 7, failures: 7, broken: 7 }, stable: { loads: 10, broken: 0 } },
    });
    expect(await failing[0]!.load()).toBe("1.0.0");
    expect((await admin.overview()).timeline[0]).toMatchObject({ action: "rollout_aborted", actor: "health gate" });
  });

  it("are not withdrawn by people who are not signed in, by forged pages, or by one person alone", async () => {
    const { id } = await admin.start("items", { again: true, release: "4.0.0", steps: [step(50)] });
    for (let index = 0; index < 40; index += 1) {
      const stranger = new Browser();
      const version = await stranger.load();
      await stranger.report("load", ...(version === "4.0.0" ? ["failure", "failure"] : []));
    }
    const [one] = await people(id, 50, true, 1);
    await one!.load();
    for (let index = 0; index < 5; index += 1) expect(await one!.report("load", "error")).toBe(204);
    for (const person of await people(id, 50, false, 10)) {
      await person.load();
      await person.report("load");
    }
    const measurements = [{ app: "items", release: idOf("4.0.0"), metric: "failure" }];
    expect(await one!.send({ page: `${one!.page.page}x`, measurements })).toBe(400);
    expect(await one!.send({ page: one!.page.page, measurements: Array(51).fill(measurements[0]) })).toBe(400);
    expect(await one!.send({ page: one!.page.page, measurements }, "application/json")).toBe(204);
    await driver.evaluate();
    const { state, health } = await admin.rollout("items");
    expect(state).toBe("running");
    expect(health.candidate).toMatchObject({ loads: 1, errors: 1, broken: 1 });
    expect(health.candidate.unverifiedBroken).toBeGreaterThan(5);
  });

  it("stand still while they are paused", async () => {
    const { id } = await admin.start("items", { again: true, release: "2.0.0", steps: [step(20, 0, 0), step(100)] });
    const [inside] = await people(id, 20, true, 1);
    await admin.act("items", "pause", "lunch");
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({ state: "paused", step: 0, percent: 20, reason: "lunch", holdUntil: null });
    expect(await inside!.load()).toBe("2.0.0");
    await expect(admin.act("items", "pause")).rejects.toMatchObject({ status: 409, code: "wrong_state" });
    await admin.act("items", "resume");
    await driver.evaluate();
    expect((await admin.rollout("items")).step).toBe(1);
  });

  it("are one at a time for each app, and any release can be made stable in one step", async () => {
    await admin.start("items", { again: true, release: "2.0.0", steps: [step(20)] });
    await expect(admin.start("items", { again: true, release: "3.0.0", steps: [step(20)] })).rejects.toMatchObject({
      code: "rollout_open",
    });
    await expect(admin.start("items", { again: true, release: "9.9.9", steps: [step(20)] })).rejects.toMatchObject({
      code: "release_not_found",
    });
    expect(await admin.rollback("items", { to: "3.0.0", again: true })).toMatchObject({ stable: { version: "3.0.0" } });
    expect(await admin.rollout("items")).toMatchObject({ state: "rolled_back", percent: 0 });
    expect(await admin.rollback("items", {})).toMatchObject({ stable: { version: "1.0.0" } });
  });
});

describe("operators", () => {
  it("are administrators, and an app's deploy token for that app alone", async () => {
    const somebody = releasesClient(world.client(await world.token()));
    expect([await admin.rights(), await somebody.rights()]).toEqual([{ administrator: true }, { administrator: false }]);
    await expect(somebody.overview()).rejects.toMatchObject({ status: 403, code: "administrators_only" });
    await expect(somebody.rollback("items", { to: "2.0.0" })).rejects.toMatchObject({ status: 403 });
    await expect(somebody.pin("items", { release: "2.0.0", who: "a@b.c" })).rejects.toMatchObject({ status: 403 });
    const itemsTeam = releasesClient(world.client(deploy.items));
    expect(await itemsTeam.rollback("items", { to: "2.0.0", again: true })).toMatchObject({ stable: { version: "2.0.0" } });
    await expect(itemsTeam.rollback("billing", { to: "1.0.0" })).rejects.toMatchObject({ status: 401, code: "bad_deploy_token" });
    await expect(itemsTeam.overview()).rejects.toMatchObject({ status: 401 });
    expect(await stable()).toBe("2.0.0");
  });

  it("pin a person or everybody of a domain to a release, and nobody else", async () => {
    const [one, group, other] = await Promise.all([
      new Browser().signIn(randomUUID(), "One@Example.org"),
      new Browser().signIn(randomUUID(), "x@team.example"),
      new Browser().signIn(),
    ]);
    const pin = await admin.pin("items", { release: "2.0.0", who: "one@example.org" });
    await admin.pin("items", { release: "3.0.0", who: "@team.example" });
    expect([await one.load(), await group.load(), await other.load()]).toEqual(["2.0.0", "3.0.0", "1.0.0"]);
    await admin.unpin("items", pin.id);
    expect(await one.load()).toBe("1.0.0");
    await expect(admin.unpin("items", pin.id)).rejects.toMatchObject({ status: 404 });
  });
});
