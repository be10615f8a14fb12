import { randomUUID } from "node:crypto";
import { Controller, Get, Module } from "@nestjs/common";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { type Application, RateLimit, RateLimits, type ServiceDefinition } from "../index.ts";
import { networkOf } from "./network.ts";

@Controller("api/bells")
class BellsController {
  @Get()
  @RateLimit({ name: "bells", limit: 3, windowSeconds: 300, by: "caller" })
  ring() {
    return {};
  }
}
@Module({ controllers: [BellsController] })
class BellsModule {}
const bells: ServiceDefinition = {
  name: "bells",
  title: "Bells",
  module: BellsModule,
  schema: "bells",
  migrations: [],
};

let world: World;
let beside: Application;
beforeAll(async () => {
  world = await startServices([bells], { environment: { RATE_LIMITS: "other=1/60, many=400/60" } });
  world.clock.set(new Date());
  beside = await world.startBeside([bells]);
});
afterAll(async () => {
  await beside.close();
  await world.stop();
});

it("counts what one person asks of all processes together, and says in words how long to wait", async () => {
  const authorization = `Bearer ${await world.token()}`;
  const ring = (origin: string) => fetch(`${origin}/api/bells`, { headers: { authorization } });
  const other = await beside.nest.getUrl();
  expect([(await ring(world.url)).status, (await ring(other)).status, (await ring(world.url)).status]).toEqual([
    200, 200, 200,
  ]);
  const refused = await ring(other);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "100"]);
  expect(await refused.json()).toMatchObject({
    code: "too_many_requests",
    detail: "Too many requests. Try again in 100 seconds.",
  });
  expect((await world.client(await world.token())("/api/bells")).status).toBe(200);
  world.clock.advance(100_000);
  expect((await ring(other)).status).toBe(200);
  expect((await ring(world.url)).status).toBe(429);
});

it("grants a large allowance in shares, and never more than all of it", async () => {
  const [here, there] = [world.application.nest.get(RateLimits), beside.nest.get(RateLimits)];
  const subject = randomUUID();
  const asked = Array.from({ length: 600 }, (_, at) =>
    (at % 3 ? here : there).take("many", subject, { limit: 1, windowSeconds: 1 }),
  );
  const granted = (await Promise.all(asked)).filter((wait) => wait === 0).length;
  expect(granted).toBeGreaterThan(300);
  expect(granted).toBeLessThanOrEqual(400);
});

describe("several allowances at once", () => {
  const allowance = { limit: 2, windowSeconds: 60 };
  const both = () => {
    const limits = world.application.nest.get(RateLimits);
    const [wide, narrow] = [randomUUID(), randomUUID()];
    const takes = [
      { name: "narrow", subject: narrow, allowance },
      { name: "wide", subject: wide, allowance: { limit: 3, windowSeconds: 60 } },
    ];
    return { limits, takes, wide, narrow, wait: () => limits.wait("wide", wide, { limit: 3, windowSeconds: 60 }) };
  };

  it("are taken in order, and nothing behind the one that refuses", async () => {
    const { limits, takes, wait } = both();
    expect([await limits.takeAll(takes), await limits.takeAll(takes), await limits.takeAll(takes)]).toEqual([0, 0, 30]);
    expect(await wait()).toBe(0);
    await limits.takeAll(takes.slice(1));
    expect([await wait(), await wait()]).toEqual([20, 20]);
  });

  it("never grant more than each has when they are asked for at once by two processes", async () => {
    const { limits, takes } = both();
    const there = beside.nest.get(RateLimits);
    const waits = await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 ? limits : there).takeAll(takes)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(2);
  });
});

it("gives an allowance back, in a transaction that has to commit", async () => {
  const limits = world.application.nest.get(RateLimits);
  const subject = randomUUID();
  const take = () => limits.takeAll([{ name: "back", subject, allowance: { limit: 1, windowSeconds: 60 } }]);
  expect([await take(), await take()]).toEqual([0, 60]);
  const undone = world.database.system(async (tx) => {
    await limits.forget(tx, "back", subject);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await take()).toBe(60);
  await world.database.system((tx) => tx.execute(limits.forgetting("back", subject, sql`false`)));
  expect(await take()).toBe(60);
  await world.database.system((tx) => limits.forget(tx, "back", subject));
  expect(await take()).toBe(0);
});

it("limits nothing without a window", async () => {
  const limits = world.application.nest.get(RateLimits);
  const take = () => limits.take("windowless", "one", { limit: 1, windowSeconds: 0 });
  expect([await take(), await take()]).toEqual([0, 0]);
});

it("can be configured by name", async () => {
  const limits = world.application.nest.get(RateLimits);
  const subject = randomUUID();
  const take = () => limits.take("other", subject, { limit: 100, windowSeconds: 60 });
  expect([await take(), await take()]).toEqual([0, 60]);
});

it("counts an IPv6 network as one, and an IPv4 address written as IPv6 as that address", () => {
  expect(networkOf("2001:db8::1")).toBe(networkOf("2001:db8:0:0:ffff::2"));
  expect(networkOf("2001:db8::1")).not.toBe(networkOf("2001:db8:0:1::1"));
  expect([networkOf("192.0.2.7"), networkOf("::ffff:192.0.2.7")]).toEqual(["192.0.2.7", "192.0.2.7"]);
});
