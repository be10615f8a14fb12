import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import type { RolloutSchedule } from "@tessera/contracts-releases/schedule.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { publishRelease } from "@tessera/federation/upload.ts";
import { Schedules as BackgroundSchedules } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { DeployTokens } from "../deploy-tokens.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
import { JUDGE_QUEUE, RolloutDriver } from "../rollouts/rollout-driver.ts";
import { candidateOf } from "../testing/candidate.ts";

/** Healthy from the beginning: nobody has to open it. */
const STEPS = [50, 100].map((percent) => ({ percent, holdSeconds: 60, gate: { minLoads: 0, margin: null } }));
const OFFICE: RolloutSchedule = {
  timeZone: "Europe/Berlin",
  windows: [{ days: ["mon", "tue", "wed", "thu"], from: "09:00", to: "16:00" }],
  freezes: [],
};
const [THURSDAY, FRIDAY, MONDAY] = ["2030-11-21T14:59:00Z", "2030-11-22T18:00:00Z", "2030-11-25T08:00:00.000Z"];

let world: World;
let driver: RolloutDriver;
let admin: ReturnType<typeof releasesClient>;
let stranger: ReturnType<typeof releasesClient>;
let deploy: ReturnType<typeof releasesClient>;
let token: string;
beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  world.clock.set(THURSDAY);
  const { nest } = world.application;
  driver = nest.get(RolloutDriver);
  await nest.get(DeployTokens).ensure(["shell", "items"]);
  await nest.get(Releases).publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0")], "test");
  token = JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8")).items;
  deploy = releasesClient(world.client(token));
  admin = releasesClient(world.client(await world.token({ email: "admin@example.com" })));
  stranger = releasesClient(world.client(await world.token({ email: "stranger@example.com" })));
});
afterAll(() => world.stop());

beforeEach(async () => {
  for (const { app } of (await admin.schedules()).items) await admin.clearSchedule(app);
  if ((await admin.overview()).items.some(({ rollout }) => rollout && !rollout.endedAt))
    await admin.act("items", "abort");
  world.clock.set(THURSDAY);
});

let version = 1;
/** Publishes a release of its own number as CI does. */
async function publish(query: string) {
  version += 1;
  const { release, source } = candidateOf("items", `${version}.0.0`);
  const send = (method: string, address: string, body: BodyInit | undefined, type: string) =>
    fetch(world.url + address, { method, body, headers: { authorization: `Bearer ${token}`, "content-type": type } });
  const { answer } = await publishRelease(
    send as never,
    release,
    async (file) => new Uint8Array(await source!(file)),
    query,
  );
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const rollOut = () => publish(`?rollout=${encodeURIComponent(JSON.stringify(STEPS))}`);

/** Percent of many visitors who get the candidate. */
/** Sends what the clock of background work sends every ten seconds, and waits for its run. */
async function clockStrikes(): Promise<void> {
  const tick = { userId: null, hidden: true, payload: {}, failures: 0, settled: 0, tick: "clock" };
  await world.database.system((tx) =>
    tx.execute(sql`insert into pgboss.job (name, data) values (${JUDGE_QUEUE}, ${JSON.stringify(tick)}::jsonb)`),
  );
  await world.jobsIdle();
}

async function share(): Promise<number> {
  const registry = world.application.nest.get(ReleaseRegistry);
  const versions = await Promise.all(
    Array.from(
      { length: 40 },
      async () =>
        (await registry.resolve({ cookies: "", sessionCookie: randomUUID() }))!.apps.get("items")!.release.version,
    ),
  );
  return (versions.filter((one) => one === `${version}.0.0`).length / versions.length) * 100;
}

describe("a rollout", () => {
  it("waits over the weekend to begin, and begins on its own on Monday", async () => {
    await admin.setSchedule("*", OFFICE);
    world.clock.set(FRIDAY);
    const published = await rollOut();
    const waits = { reason: "Rollouts continue Mon–Thu 09:00–16:00 (Europe/Berlin).", until: MONDAY };
    expect(published).toMatchObject({ status: 201, body: { waits, rollout: expect.any(String) } });
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({
      state: "running",
      begun: false,
      percent: 0,
      holdUntil: null,
      waits,
    });
    expect(await share()).toBe(0);
    world.clock.set(MONDAY);
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({ begun: true, percent: 50, waits: null });
    expect(await share()).toBeGreaterThan(0);
    expect((await admin.audit({ app: "items", limit: 1 })).items[0]).toMatchObject({
      act: "rollout_begun",
      actor: "schedule",
      detail: "50 %",
    });
  });

  it("stays at its step outside the windows, continues within them, and is never kept from an abort", async () => {
    await admin.setSchedule("items", OFFICE);
    await rollOut();
    world.clock.advance(2 * 60_000); // Thursday, 16:01
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({
      step: 0,
      health: { verdict: "healthy" },
      waits: { until: MONDAY },
    });
    world.clock.set(MONDAY);
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({ step: 1, waits: null });
    world.clock.set("2030-11-25T20:00:00Z");
    expect(await deploy.act("items", "abort")).toMatchObject({ state: "aborted", waits: null });
  });

  it("is judged as a schedule of the background work, and not while that is paused", async () => {
    const background = world.application.nest.get(BackgroundSchedules);
    await rollOut();
    world.clock.advance(2 * 60_000);
    await background.pause(JUDGE_QUEUE, true);
    await clockStrikes();
    expect(await admin.rollout("items")).toMatchObject({ state: "running", step: 0 });
    expect(await background.get(JUDGE_QUEUE)).toMatchObject({ when: "Every 10 seconds", nextRuns: [] });
    await background.runNow(JUDGE_QUEUE);
    await world.jobsIdle();
    expect(await admin.rollout("items")).not.toMatchObject({ state: "running", step: 0 });
    expect((await background.get(JUDGE_QUEUE)).runs[0]).toMatchObject({ asked: true, outcome: "done" });
    await background.pause(JUDGE_QUEUE, false);
  });

  it("continues outside the windows where an administrator says why, until they open", async () => {
    await admin.setSchedule("*", {
      ...OFFICE,
      freezes: [{ from: "2030-11-22T00:00", to: "2030-11-26T09:00", reason: "Fair" }],
    });
    world.clock.set(FRIDAY);
    await rollOut();
    await expect(deploy.proceed("items", "we are sure")).rejects.toMatchObject({ status: 401 });
    await expect(stranger.proceed("items", "we are sure")).rejects.toMatchObject({ status: 403 });
    await expect(admin.proceed("items", " ")).rejects.toMatchObject({ status: 400 });
    expect(await share()).toBe(0);
    expect(await admin.proceed("items", "The fair needs it")).toMatchObject({ begun: true, percent: 50, waits: null });
    expect((await admin.audit({ app: "items", limit: 1 })).items[0]).toMatchObject({
      act: "rollout_proceeds",
      actor: "admin@example.com",
      detail: "The fair needs it",
    });
    world.clock.advance(61_000);
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({ step: 1 });
    await expect(admin.proceed("items", "again")).rejects.toMatchObject({ status: 409, code: "wrong_state" });
    world.clock.set("2030-11-26T15:00:00Z"); // the windows opened, and closed again
    await driver.evaluate();
    expect(await admin.rollout("items")).toMatchObject({
      state: "running",
      waits: { until: "2030-11-27T08:00:00.000Z" },
    });
  });

  it("is promoted outside the windows by an administrator with a reason alone", async () => {
    await admin.setSchedule("*", OFFICE);
    await rollOut();
    world.clock.set(FRIDAY);
    const refused = { status: 409, code: "outside_schedule" };
    await expect(deploy.act("items", "promote", "CI says so")).rejects.toMatchObject(refused);
    await expect(admin.act("items", "promote")).rejects.toMatchObject({ ...refused, problem: { until: MONDAY } });
    expect(await admin.act("items", "promote", "Fixes the outage")).toMatchObject({ state: "promoted" });
  });
});

describe("a release for everybody at once", () => {
  it("is refused outside the windows, and accepted with a rollout that waits", async () => {
    await admin.setSchedule("*", OFFICE);
    world.clock.set(FRIDAY);
    const refused = await publish("");
    expect(refused).toMatchObject({ status: 409, body: { code: "outside_schedule", until: MONDAY } });
    expect(refused.body.detail).toBe(
      "Nothing was published: the schedule of items is closed. Rollouts continue Mon–Thu 09:00–16:00 (Europe/Berlin). Publish it with a rollout (--rollout), which waits until then.",
    );
    world.clock.set(MONDAY);
    expect((await publish("")).status).toBe(201);
  });

  it("is no way around them by a rollback to what is newer, while the way back is always free", async () => {
    const [before, after] = [(await publish("")).body.release as string, (await publish("")).body.release as string];
    await admin.setSchedule("*", OFFICE);
    world.clock.set(FRIDAY);
    expect((await deploy.rollback("items", { to: before })).stable.id).toBe(before);
    const refused = { status: 409, code: "outside_schedule" };
    await expect(deploy.rollback("items", { to: after, again: true, reason: "CI" })).rejects.toMatchObject(refused);
    expect((await admin.rollback("items", { to: after, again: true, reason: "It was not it" })).stable.id).toBe(after);
  });
});

describe("schedules", () => {
  it("are set, listed and removed by administrators, each in the log", async () => {
    await admin.setSchedule("items", {
      ...OFFICE,
      freezes: [{ from: "2030-12-20T00:00", to: "2030-12-31T00:00", reason: "x" }],
    });
    await admin.setSchedule("*", { ...OFFICE, windows: [] });
    expect((await admin.schedules()).items.map(({ app }) => app)).toEqual(["*", "items"]);
    await admin.clearSchedule("items");
    await admin.clearSchedule("items");
    expect((await admin.audit({ limit: 3 })).items.map(({ app, act, detail }) => [app, act, detail])).toEqual([
      ["items", "schedule_removed", ""],
      ["*", "schedule_changed", "Rollouts continue at any time."],
      [
        "items",
        "schedule_changed",
        "Rollouts continue Mon–Thu 09:00–16:00 (Europe/Berlin). Frozen 2030-12-20T00:00/2030-12-31T00:00: x",
      ],
    ]);
    await expect(admin.setSchedule("nobody", OFFICE)).rejects.toMatchObject({ status: 404, code: "app_not_found" });
    for (const refused of [stranger.schedules(), stranger.setSchedule("*", OFFICE), stranger.clearSchedule("*")])
      await expect(refused).rejects.toMatchObject({ status: 403, code: "administrators_only" });
    await expect(deploy.setSchedule("items", OFFICE)).rejects.toMatchObject({ status: 401 });
  });
});
