import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import { ReleaseRegistry, type ResolvedForVisitor } from "@tessera/federation/registry.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { Apps } from "../apps/apps.ts";
import { isIn } from "../cohorts/cohort.ts";
import { DeployTokens } from "../deploy-tokens.ts";
import { GivenPages } from "../health/given-pages.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
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
  world = await startServices([releasesService], {
    environment: { TESSERA_ADMINS: ` ${ADMIN.toUpperCase()} `, COOKIE_PREFIX: SESSION },
  });
  const nest = world.application.nest;
  [driver, registry] = [nest.get(RolloutDriver), nest.get(ReleaseRegistry)];
  await nest.get(DeployTokens).ensure(["shell", "items", "billing"]);
  deploy = JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8"));
  await nest.get(Apps).ensure([items("1.0.0").release]);
  await nest
    .get(Releases)
    .publish([candidateOf("shell", "1.0.0"), items("1.0.0"), candidateOf("billing", "1.0.0")], "test");
  for (const version of ["2.0.0", "3.0.0", "4.0.0"]) {
    await nest.get(Releases).publish([items(version)], "test", { steps: [step(1)] });
    await releasesClient(world.client(deploy.items)).act("items", "abort");
  }
  admin = releasesClient(world.client(await world.token({ email: ADMIN })));
  await openAccounts(80);
});
afterAll(() => world.stop());

const step = (percent: number, holdSeconds = 600, minLoads = 5, margin: number | null = null) => ({
  percent,
  holdSeconds,
  gate: { minLoads, margin },
});
const inbox = { id: "inbox", path: "/items/inbox", title: "Inbox" };
const items = (version: string) =>
  candidateOf("items", version, {
    manifest: Manifest.parse({ name: "items", title: "items", routes: [inbox], requires: { "shell-api": "^1.0.0" } }),
  });
const idOf = (version: string) => items(version).release.id;

/** `lcp=900` is warm, `lcp=900 cold` is not. */
function measured(release: string, text: string, app = "items") {
  const [metric, value, cold] = text.split(/[= ]/);
  return { app, release, metric, ...(value ? { value: Number(value), warm: !cold } : {}) };
}

/** A browser: keeps its cookies, loads pages, reports. */
class Browser {
  cookies = new Map<string, string>();
  page!: ResolvedForVisitor;
  get header() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  async signIn(userId: string = randomUUID(), email = `${userId}@example.com`) {
    const session = {
      access_token: await world.token({ userId, email }),
      expires_at: Math.floor(Date.now() / 1000) + 3600,
    };
    this.cookies.set(SESSION, encodeURIComponent(JSON.stringify(session)));
    return this;
  }
  signOut() {
    this.cookies.delete(SESSION);
    return this;
  }
  /** Version of items that this visitor gets. */
  async load(opens?: string): Promise<string> {
    this.page = (await registry.resolve({ cookies: this.header, sessionCookie: SESSION, opens }))!;
    for (const cookie of this.page.cookies)
      this.cookies.set(cookie.split("=")[0]!, cookie.slice(cookie.indexOf("=") + 1));
    return this.page.apps.get("items")!.release.version;
  }
  async report(...metrics: string[]) {
    const { id } = this.page.apps.get("items")!.release;
    return this.send({ page: this.page.page, measurements: metrics.map((metric) => measured(id, metric)) });
  }
  async send(report: object, type = "text/plain;charset=UTF-8") {
    const headers = { "content-type": type, cookie: this.header };
    return (
      await fetch(`${world.url}/api/releases/telemetry`, { method: "POST", headers, body: JSON.stringify(report) })
    ).status;
  }
}

/** People whose accounts are older than any rollout. */
const pool = new Map<string, Browser>();
async function openAccounts(count: number) {
  for (let index = 0; index < count; index += 1) {
    const userId = randomUUID();
    const browser = await new Browser().signIn(userId);
    await browser.load();
    pool.set(userId, browser);
  }
}

/** Some of the pool: `count` who get the candidate, or the stable release. */
function people(rollout: string, percent: number, inside: boolean, count: number): Browser[] {
  const found = [...pool].filter(([userId]) => isIn(rollout, userId, percent) === inside).map(([, browser]) => browser);
  if (found.length < count) throw new Error(`the pool has ${found.length} such people only`);
  return found.slice(0, count);
}

/** Accounts that are opened while the rollout runs. */
async function newPeople(rollout: string, percent: number, inside: boolean, count: number): Promise<Browser[]> {
  const found: Browser[] = [];
  while (found.length < count) {
    const userId = randomUUID();
    if (isIn(rollout, userId, percent) === inside) found.push(await new Browser().signIn(userId));
  }
  return found;
}

/** Looks when nothing that was reported changes any more. */
async function lookLater() {
  await world.application.nest.get(GivenPages).flush();
  world.clock.advance(61_000);
  await driver.evaluate();
  return admin.rollout("items");
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
    expect(rollout).toMatchObject({
      state: "running",
      percent: 50,
      candidate: { id: idOf("2.0.0") },
      startedBy: ADMIN,
    });
    const [inside] = people(rollout.id, 50, true, 1);
    const [outside] = people(rollout.id, 50, false, 1);
    for (let load = 0; load < 3; load += 1)
      expect([await inside!.load(), await outside!.load()]).toEqual(["2.0.0", "1.0.0"]);
    const remote = inside!.page.composition.remotes.find(({ name }) => name === "items")!;
    expect([remote.release.id, remote.stable?.id]).toEqual([idOf("2.0.0"), idOf("1.0.0")]);
    expect(inside!.page.composition.buildId).not.toBe(outside!.page.composition.buildId);
    expect(await registry.build(inside!.page.composition.buildId)).toEqual(inside!.page.composition);
    await admin.act("items", "promote");
    expect(await outside!.load()).toBe("2.0.0");
    expect(await stable()).toBe("2.0.0");
  });

  it("are named with their reason to administrators, and to nobody else", async () => {
    const { id } = await admin.start("items", { again: true, release: "2.0.0", steps: [step(50)] });
    const someone = (inside: boolean): string => {
      const userId = randomUUID();
      return isIn(id, userId, 50) === inside ? userId : someone(inside);
    };
    for (const [inside, source] of [
      [true, "candidate"],
      [false, "stable"],
    ] as const) {
      const userId = someone(inside);
      const boss = await new Browser().signIn(userId, ADMIN);
      await boss.load();
      expect(boss.page.sources).toMatchObject({ shell: "stable", items: source });
      const other = await new Browser().signIn(userId);
      await other.load();
      expect(other.page.sources).toBeUndefined();
    }
    const { id: pin } = await admin.pin("items", { release: "1.0.0", who: ADMIN });
    const boss = await new Browser().signIn(someone(true), ADMIN);
    expect(await boss.load()).toBe("1.0.0");
    expect(boss.page.sources).toMatchObject({ shell: "stable", items: "pin" });
    await admin.unpin("items", pin);
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
    const [subject] = people(id, 50, true, 1).map(() => randomUUID());
    forged.cookies.set("tessera-subject", `${subject}.AAAA`);
    await forged.load();
    expect(forged.cookies.get("tessera-subject")).not.toContain(subject);
  });
});

describe("rollouts", () => {
  it("hold until they are healthy for long enough, then continue on their own, and end as stable", async () => {
    const rollout = await admin.start("items", { again: true, release: "2.0.0", steps: [step(30), step(100)] });
    world.clock.advance(601_000);
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({ step: 0, health: { verdict: "collecting" } });
    for (const person of people(rollout.id, 30, true, 5)) {
      await person.load();
      expect(await person.report("load", "drawn")).toBe(204);
    }
    await driver.evaluate(); // what they reported may still change
    expect(await admin.rollout("items")).toMatchObject({
      step: 0,
      health: { verdict: "collecting", candidate: { loads: 5 } },
    });
    expect(await lookLater()).toMatchObject({
      step: 1,
      percent: 100,
      health: { verdict: "collecting", candidate: { loads: 0, pages: 5 } },
    });
    for (const person of people(rollout.id, 30, false, 5)) {
      await person.load();
      await person.report("drawn");
    }
    expect(await lookLater()).toMatchObject({
      state: "running",
      health: { verdict: "healthy", candidate: { loads: 5, broken: 0 } },
    });
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

  it("wait before everybody gets it until it is ruled out that it is worse, and say how many people that takes", async () => {
    const { id } = await admin.start("items", { again: true, release: "2.0.0", steps: [step(50, 0, 5, 2), step(100)] });
    for (const person of [...people(id, 50, true, 10), ...people(id, 50, false, 10)]) {
      await person.load();
      await person.report("drawn");
    }
    const { step: at, health } = await lookLater();
    expect([at, health.verdict]).toEqual([0, "collecting"]);
    expect(health.reason).toMatch(
      /^Not worse so far\. .* 2 points worse: that takes about \d{2,4} more people with the candidate/,
    );
  });

  it("are withdrawn when the candidate is worse although their schedule is closed", async () => {
    const { id } = await admin.start("items", { again: true, release: "3.0.0", steps: [step(30), step(100)] });
    const freezes = [{ from: "2000-01-01T00:00", to: "2999-01-01T00:00", reason: "Fair" }];
    await admin.setSchedule("items", { timeZone: "UTC", windows: [], freezes });
    for (const person of [...people(id, 30, true, 8), ...people(id, 30, false, 10)])
      await person.report(...((await person.load()) === "3.0.0" ? ["failure"] : ["drawn"]));
    const { state } = await lookLater();
    await admin.clearSchedule("items");
    expect(state).toBe("aborted");
  });

  it("are withdrawn automatically when the candidate is worse, and everybody is back on stable", async () => {
    const { id } = await admin.start("items", { again: true, release: "3.0.0", steps: [step(30), step(100)] });
    const failing = people(id, 30, true, 8);
    for (const person of [...failing, ...people(id, 30, false, 10)]) {
      const broken = (await person.load()) === "3.0.0";
      await person.report(...(broken ? ["failure"] : ["drawn"]));
    }
    expect(await lookLater()).toMatchObject({
      state: "aborted",
      percent: 0,
      health: { verdict: "worse", candidate: { loads: 8, failures: 8, broken: 8 }, stable: { loads: 10, broken: 0 } },
    });
    expect(await failing[0]!.load()).toBe("1.0.0");
    expect((await admin.overview()).timeline[0]).toMatchObject({ action: "rollout_aborted", actor: "health gate" });
  });

  it("are withdrawn at 100 % too, where nobody has stable, when nearly everybody sees it broken", async () => {
    await admin.start("items", { again: true, release: "3.0.0", steps: [step(100)] });
    for (const person of [...pool.values()].slice(0, 12)) {
      await person.load();
      await person.report("hang");
    }
    expect(await lookLater()).toMatchObject({ state: "aborted", health: { candidate: { hangs: 12 } } });
  });
});

describe("evidence", () => {
  it("is not changed by one account, however often it reports, nor by what it says of the release it fell back to", async () => {
    const { id } = await admin.start("items", { again: true, release: "4.0.0", steps: [step(50)] });
    const [one] = people(id, 50, true, 1);
    for (let index = 0; index < 20; index += 1) {
      await one!.load("/items/inbox");
      const { composition, page } = one!.page;
      const { release, stable: fallback } = composition.remotes.find(({ name }) => name === "items")!;
      const measurements = [
        measured(release.id, "failure"),
        measured(fallback!.id, "load"),
        measured(fallback!.id, "drawn"),
      ];
      expect(await one!.send({ page, measurements })).toBe(204);
    }
    const { state, health } = await lookLater();
    expect([state, health.verdict]).toEqual(["running", "collecting"]);
    expect([health.candidate, health.stable]).toMatchObject([
      { loads: 1, broken: 1, pages: 0, pageErrors: 20 },
      { loads: 0, pages: 20 },
    ]);
  });

  it("of a fallback counts for neither side, of many people either", async () => {
    const { id } = await admin.start("items", { again: true, release: "4.0.0", steps: [step(50), step(100)] });
    for (const person of people(id, 50, true, 20)) {
      await person.load();
      const fallback = person.page.composition.remotes.find(({ name }) => name === "items")!.stable!;
      await person.send({
        page: person.page.page,
        measurements: ["drawn", "error"].map((metric) => measured(fallback.id, metric)),
      });
    }
    expect((await lookLater()).health).toMatchObject({
      verdict: "collecting",
      candidate: { loads: 0 },
      stable: { loads: 0, broken: 0 },
    });
  });

  it("of three accounts that report twenty times each advances nothing", async () => {
    const { id } = await admin.start("items", { again: true, release: "4.0.0", steps: [step(50, 0), step(100)] });
    for (const person of people(id, 50, true, 3)) {
      for (let index = 0; index < 20; index += 1) {
        await person.load();
        await person.report("load", "drawn");
      }
      await person.load();
      await person.report("error"); // of a later page: the first one stands
    }
    expect(await lookLater()).toMatchObject({
      step: 0,
      health: {
        candidate: { loads: 3, broken: 0 },
        reason: "3 of 5 people that the gate asks for have opened the candidate; 2 are missing.",
      },
    });
  });

  it("is nothing that was only fetched: a release that nobody sees drawn is silent, and withdrawn", async () => {
    const { id } = await admin.start("items", { again: true, release: "4.0.0", steps: [step(50, 0, 1), step(100)] });
    for (const person of [...people(id, 50, true, 12), ...people(id, 50, false, 12)]) {
      const version = await person.load("/");
      await person.report("load"); // elsewhere in the product, where every area is fetched ahead of time
      await person.load("/items/inbox");
      await person.report(...(version === "4.0.0" ? ["load"] : ["load", "drawn"]));
    }
    const { state, reason, health } = await lookLater();
    expect(health.candidate).toMatchObject({ loads: 0, silent: 12 });
    expect([state, reason]).toEqual([
      "aborted",
      "More pages never reported that they were drawn: 12 of 12 with the candidate, 0 of 12 with stable.",
    ]);
  });

  it("comes neither from visitors and new accounts, who hold it alone, nor from forged pages", async () => {
    const { id } = await admin.start("items", { again: true, release: "4.0.0", steps: [step(50, 0, 5), step(100)] });
    const visitors = Array.from({ length: 30 }, () => new Browser());
    for (const stranger of [
      ...visitors,
      ...(await newPeople(id, 50, true, 10)),
      ...(await newPeople(id, 50, false, 10)),
    ]) {
      const version = await stranger.load();
      await stranger.report(...(version === "4.0.0" ? ["drawn", "failure"] : ["drawn"]));
    }
    for (const person of [...people(id, 50, true, 10), ...people(id, 50, false, 10)]) {
      await person.load();
      await person.report("drawn");
    }
    const [one] = people(id, 50, true, 1);
    const measurements = [measured(idOf("4.0.0"), "failure")];
    expect(await one!.send({ page: `${one!.page.page}x`, measurements })).toBe(400);
    expect(await one!.send({ page: one!.page.page, measurements: Array(51).fill(measurements[0]) })).toBe(400);
    const { state, step: at, health } = await lookLater();
    expect([state, at, health.verdict]).toEqual(["running", 0, "collecting"]);
    expect(health.reason).toMatch(
      /^Visitors see more broken pages: (\d+) of \1 with the candidate, 0 of \d+ with stable\.$/,
    );
    expect(health.candidate).toMatchObject({ loads: 10, broken: 0 });
  });

  it("is neither pages given out before the step began nor people who were pinned", async () => {
    const old = [...pool.values()].slice(0, 12);
    for (const person of old) await person.load();
    world.clock.advance(1_000);
    const { id } = await admin.start("items", { again: true, release: "4.0.0", steps: [step(50)] });
    for (const person of old) await person.report("failure");
    const [email, userId] = ["pinned@team.example", randomUUID()];
    const pinned = await new Browser().signIn(userId, email);
    const { id: pin } = await admin.pin("items", { release: isIn(id, userId, 50) ? "1.0.0" : "4.0.0", who: email });
    await pinned.load();
    await pinned.report("drawn");
    const { health } = await lookLater();
    await admin.unpin("items", pin);
    for (const side of [health.candidate, health.stable]) expect(side).toMatchObject({ loads: 0, unverifiedLoads: 0 });
  });

  it("of how fast it is comes from later pages whose files were in the cache, one for each person", async () => {
    const { id } = await admin.start("items", { again: true, release: "4.0.0", steps: [step(50)] });
    for (const person of people(id, 50, true, 6)) {
      await person.load();
      await person.report("drawn");
      await person.report("lcp=9000"); // when the first page is left
      for (const lcp of ["lcp=9000 cold", "lcp=900", "lcp=9000"]) {
        await person.load();
        await person.report("drawn", lcp);
      }
    }
    const { lcp } = (await lookLater()).health.candidate;
    expect(lcp).toBeGreaterThan(750);
    expect(lcp).toBeLessThanOrEqual(1000);
  });
});

describe("rollouts that are steered", () => {
  it("stand still while they are paused", async () => {
    const { id } = await admin.start("items", { again: true, release: "2.0.0", steps: [step(20, 0, 0), step(100)] });
    const [inside] = people(id, 20, true, 1);
    await admin.act("items", "pause", "lunch");
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({
      state: "paused",
      step: 0,
      percent: 20,
      reason: "lunch",
      holdUntil: null,
    });
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
    expect([await admin.rights(), await somebody.rights()]).toEqual([
      { administrator: true },
      { administrator: false },
    ]);
    await expect(somebody.overview()).rejects.toMatchObject({ status: 403, code: "administrators_only" });
    await expect(somebody.rollback("items", { to: "2.0.0" })).rejects.toMatchObject({ status: 403 });
    await expect(somebody.pin("items", { release: "2.0.0", who: "a@b.c" })).rejects.toMatchObject({ status: 403 });
    const itemsTeam = releasesClient(world.client(deploy.items));
    expect(await itemsTeam.rollback("items", { to: "2.0.0", again: true })).toMatchObject({
      stable: { version: "2.0.0" },
    });
    await expect(itemsTeam.rollback("billing", { to: "1.0.0" })).rejects.toMatchObject({
      status: 401,
      code: "bad_deploy_token",
    });
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
