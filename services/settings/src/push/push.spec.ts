import { createECDH, randomUUID } from "node:crypto";
import type { EventInput } from "@tessera/contracts-core/define-event.ts";
import { accountSuspended, userDeleted } from "@tessera/contracts-identity/events.ts";
import { settingsClient } from "@tessera/contracts-settings/client.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import { MAX_PUSH_DEVICES } from "@tessera/contracts-settings/push.ts";
import { pushClient } from "@tessera/contracts-settings/push-client.ts";
import { Database, Events, Purge } from "@tessera/service-kit";
import { PushService, type TestSubscription } from "@tessera/testing/push-service.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { settingsService } from "../index.ts";
import { PushKeys } from "./push-keys.ts";

let world: World;
let push: PushService;
beforeAll(async () => {
  push = await PushService.start();
  world = await startServices([settingsService], { environment: { PUSH_ALLOW: push.host, RATE_LIMIT_FACTOR: "0" } });
});
beforeEach(() => {
  push.taken.length = 0;
  push.answers.length = 0;
  push.requests = 0;
});
afterAll(async () => {
  await world.stop();
  await push.stop();
});

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";

async function person(userId: string = randomUUID()) {
  const transport = world.client(await world.token({ userId }));
  const client = pushClient((path, init) =>
    transport(path, { ...init, headers: { ...(init?.headers as Record<string, string>), "user-agent": FIREFOX } }),
  );
  return { userId, client, transport, settings: settingsClient(transport) };
}
type Person = Awaited<ReturnType<typeof person>>;

/** A person with a browser that shows notifications. */
async function told() {
  const one = await person();
  const subscription = push.subscribe(await one.client.key());
  return { ...one, subscription, device: await one.client.add(subscription) };
}

const something = {
  key: "reminder:1",
  kind: "reminders",
  subject: "Reminder: Call the bank",
  lead: "Due on Friday.",
  action: { label: "Open the card", path: "/items/task/1" },
};
async function tell({ userId }: Pick<Person, "userId">, parts: Partial<EventInput<typeof notice>> = {}) {
  const events = world.application.nest.get(Events);
  await world.database.system((tx) => events.publish(tx, notice, { userId, ...something, ...parts }));
  await world.jobsIdle();
}
const jobsLater = async () =>
  (
    await world.database.pool.query(
      "select id, start_after from pgboss.job where name = 'settings.push' and state in ('created', 'retry')",
    )
  ).rows as { id: string; start_after: Date }[];
/** Lets the time pass until jobs are tried again. */
async function passPauses() {
  await world.database.pool.query("update pgboss.job set start_after = now() where state = 'created'");
  await world.jobsIdle();
}
const devicesOf = async ({ client }: Person) => (await client.devices()).map(({ id }) => id);

describe("a device", () => {
  it("is added once, with its name, listed for its person alone, and removed", async () => {
    const [ada, bob] = [await told(), await told()];
    expect(ada.device).toMatchObject({ device: "Firefox on Windows", lastUsedAt: null, signedOut: false });
    const { renewal, ...shown } = ada.device;
    expect(await ada.client.add(ada.subscription)).toEqual({ ...shown, renewal: expect.not.stringContaining(renewal) });
    expect(await ada.client.devices()).toEqual([shown]);
    await expect(bob.client.remove(ada.device.id)).rejects.toMatchObject({ code: "push_device_not_found" });
    await expect(bob.client.test(ada.device.id)).rejects.toMatchObject({ code: "push_device_not_found" });
    await expect(bob.client.renew(ada.device.id, push.subscribe())).rejects.toMatchObject({ status: 404 });
    const seen = await world.database
      .of("settings")
      .as(bob, (tx) => tx.execute<{ id: string }>(sql`select id from settings.push_device`));
    expect(seen.rows.map(({ id }) => id)).toEqual([bob.device.id]);
    await ada.client.remove(ada.device.id);
    expect(await ada.client.devices()).toEqual([]);
    expect(await devicesOf(bob)).toEqual([bob.device.id]);
  });

  it("is not one more than there may be, also where many come at once", async () => {
    const { client } = await person();
    const added = await Promise.allSettled(Array.from({ length: 12 }, () => client.add(push.subscribe())));
    const refused = added.filter(({ status }) => status === "rejected");
    expect([refused.length, (await client.devices()).length]).toEqual([12 - MAX_PUSH_DEVICES, MAX_PUSH_DEVICES]);
    expect(refused[0]).toMatchObject({ reason: { status: 409, code: "too_many_push_devices" } });
  });

  it("keeps its place with another subscription, and none besides it", async () => {
    const { client, device } = await told();
    const next = push.subscribe();
    await client.add(next);
    expect(await client.renew(device.id, next)).toMatchObject({ id: device.id });
    expect((await client.devices()).map(({ id }) => id)).toEqual([device.id]);
    await client.test(device.id);
    expect(push.taken.map(({ endpoint }) => endpoint)).toEqual([next.endpoint]);
    await expect(client.renew(randomUUID(), next)).rejects.toMatchObject({ code: "push_device_not_found" });
    expect(await client.devices()).toHaveLength(1);
  });

  it("goes over to the person who has signed in there since, and nobody takes it with another secret", async () => {
    const [ada, bob] = [await told(), await person()];
    const guessed = { endpoint: ada.subscription.endpoint, keys: push.subscribe().keys };
    await bob.client.add(guessed);
    expect(await devicesOf(ada)).toEqual([ada.device.id]);
    await bob.client.add(ada.subscription);
    expect([await devicesOf(ada), (await devicesOf(bob)).length]).toEqual([[], 1]);
    await tell(ada);
    expect(push.requests).toBe(0);
  });

  it("is not taken with a key that nothing can be encrypted to", async () => {
    const { client } = await person();
    const subscription = push.subscribe();
    const keys = { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString("base64url") };
    await expect(client.add({ ...subscription, keys })).rejects.toMatchObject({ code: "push_subscription_refused" });
    const short = { ...subscription.keys, auth: "AAAA" };
    await expect(client.add({ ...subscription, keys: short })).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("a browser that has no page open", () => {
  it("gives its device the next subscription by the secret, as often as it has to, and nothing else", async () => {
    const { client, device } = await told();
    const next = push.subscribe(await client.key());
    const unattended = pushClient(world.client());
    await unattended.renewUnattended({ renewal: device.renewal, subscription: next });
    await unattended.renewUnattended({ renewal: device.renewal, subscription: next });
    expect((await client.devices()).map(({ id }) => id)).toEqual([device.id]);
    await client.test(device.id);
    expect(push.taken.map(({ endpoint }) => endpoint)).toEqual([next.endpoint]);
  });

  it("is refused with a secret that is nobody's or no longer holds, and with another device's subscription", async () => {
    const [ada, bob] = [await told(), await told()];
    const unattended = pushClient(world.client());
    const refused = (renewal: string, subscription = push.subscribe()) =>
      expect(unattended.renewUnattended({ renewal, subscription })).rejects.toMatchObject({
        code: "push_device_not_found",
      });
    await refused("x".repeat(43));
    await refused(ada.device.renewal, bob.subscription);
    await ada.client.renew(ada.device.id, ada.subscription);
    await refused(ada.device.renewal);
    await ada.client.test(ada.device.id);
    expect(push.taken.map(({ endpoint }) => endpoint)).toEqual([ada.subscription.endpoint]);
  });

  it("reaches no private address", async () => {
    const { device } = await told();
    const subscription = { ...push.subscribe(), endpoint: "https://127.0.0.1/a" };
    const unattended = pushClient(world.client());
    await expect(unattended.renewUnattended({ renewal: device.renewal, subscription })).rejects.toMatchObject({
      code: "push_subscription_refused",
    });
  });
});

describe("an endpoint", () => {
  /** An address of the internet. Nothing is sent to it. */
  const PUBLIC = "93.184.216.34";

  it("of the public web is taken", async () => {
    const { client } = await person();
    await client.add({ ...push.subscribe(), endpoint: `https://${PUBLIC}/send` });
    expect(await client.devices()).toHaveLength(1);
  });

  it.each([
    ["over http", `http://${PUBLIC}/send`],
    ["of this machine", "https://127.0.0.1/send"],
    ["of this machine, by its name", "https://localhost/send"],
    ["of this machine, in IPv6", "https://[::1]/send"],
    ["of this machine, as IPv4 in IPv6", "https://[::ffff:127.0.0.1]/send"],
    ["of this machine, as one number", "https://2130706433/send"],
    ["of this network", "https://10.0.0.7/send"],
    ["of a cloud's metadata", "https://169.254.169.254/latest"],
    ["on another port", `https://${PUBLIC}:8443/send`],
    ["with a password", `https://ada:secret@${PUBLIC}/send`],
    ["that is no address of the web", `ftp://${PUBLIC}/send`],
  ])("%s is refused, and nothing is kept", async (_, endpoint) => {
    const { client } = await person();
    await expect(client.add({ ...push.subscribe(), endpoint })).rejects.toMatchObject({ status: 400 });
    expect(await client.devices()).toEqual([]);
  });

  it("that has become a private one is not reached", async () => {
    const { client, device } = await told();
    await world.database.system((tx) =>
      tx.execute(
        sql`update settings.push_device set endpoint = ${`https://localhost:443/send`} where id = ${device.id}`,
      ),
    );
    await expect(client.test(device.id)).rejects.toMatchObject({
      code: "push_service_failed",
      message: expect.stringContaining("private network"),
    });
  });

  it("that leads elsewhere is not followed", async () => {
    const { client, device } = await told();
    const inside = push.subscribe();
    push.answers.push({ status: 307, headers: { location: inside.endpoint } });
    await expect(client.test(device.id)).rejects.toMatchObject({ status: 502 });
    expect([push.requests, push.taken.length]).toEqual([1, 0]);
  });
});

describe("a notice", () => {
  it("reaches each device once, encrypted, signed, and for as long as it is news", async () => {
    const ada = await told();
    const second = push.subscribe(await ada.client.key());
    await ada.client.add(second);
    await tell(ada);
    await tell(ada);
    const message = {
      title: "Reminder: Call the bank",
      body: "Due on Friday.",
      path: "/items/task/1",
      tag: expect.stringMatching(/^[\w-]{32}$/),
    };
    expect(push.taken.map(({ endpoint }) => endpoint).sort()).toEqual(
      [ada.subscription.endpoint, second.endpoint].sort(),
    );
    for (const one of push.taken) {
      // Where there is no queue, no number either.
      expect(one.message).toEqual(message);
      expect(one).toMatchObject({
        urgency: "high",
        topic: one.message.tag,
        contact: expect.stringMatching(/^mailto:/),
      });
      expect(one.ttl).toBeGreaterThan(86_300);
      expect(one.ttl).toBeLessThanOrEqual(86_400);
      expect(one.signedBy).toBe(await ada.client.key());
    }
    expect((await ada.client.devices()).every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true);
    await tell(ada, { key: "reminder:2" });
    expect(push.taken).toHaveLength(4);
  });

  it("obeys the person's switches, and one of an unknown kind nobody gets", async () => {
    const ada = await told();
    for (const kind of ["usage", "payments", "approvals", "gossip", "constructor"])
      await tell(ada, { key: kind, kind, subject: kind });
    expect(push.taken.map(({ message }) => message.title)).toEqual(["approvals"]);
    await ada.settings.update({ pushUsage: true, pushPayments: true, pushReminders: false, pushApprovals: false });
    for (const kind of ["usage", "payments", "reminders", "approvals"])
      await tell(ada, { key: `${kind} again`, kind, subject: kind });
    const titles = push.taken.map(({ message, urgency }) => `${message.title} ${urgency}`);
    expect(titles.slice(1)).toEqual(["usage normal", "payments normal"]);
  });

  it.each([404, 410])("ends a subscription that the push service answers with %i", async (status) => {
    const ada = await told();
    push.answers.push({ status });
    await tell(ada);
    expect(await devicesOf(ada)).toEqual([]);
    expect(await jobsLater()).toEqual([]);
  });

  it("is sent again when the push service says so, and once", async () => {
    const ada = await told();
    push.answers.push({ status: 429, headers: { "retry-after": "120" } }, { status: 503 });
    await tell(ada);
    const wait = async () => ((await jobsLater())[0]!.start_after.getTime() - world.clock.now().getTime()) / 1000;
    expect(await wait()).toBeGreaterThan(60);
    await passPauses();
    // Named by nobody: half a minute, doubled.
    expect(await wait()).toBeLessThan(65);
    await passPauses();
    expect([push.requests, push.taken.length]).toEqual([3, 1]);
    expect(await jobsLater()).toEqual([]);
  });

  it("is given up once it is no news any more", async () => {
    const ada = await told();
    push.answers.push({ status: 503 });
    await tell(ada);
    world.clock.advance(86_400_000);
    await passPauses();
    expect([push.requests, await jobsLater()]).toEqual([1, []]);
  });

  it("that is refused is not sent again, and the device stays", async () => {
    const ada = await told();
    push.answers.push({ status: 413 });
    await tell(ada);
    expect([push.requests, await jobsLater()]).toEqual([1, []]);
    expect(await devicesOf(ada)).toEqual([ada.device.id]);
  });
});

describe("a session that ends", () => {
  const end = (row: { userId: string; sessionId?: string; generation?: number }) =>
    world.database.system((tx) =>
      tx.execute(sql`insert into kit.ended_session (user_id, session_id, generation)
        values (${row.userId}, ${row.sessionId ?? null}, ${row.generation ?? null})`),
    );
  const sessionOf = async (deviceId: string) => {
    const { rows } = await world.database.system((tx) =>
      tx.execute<{ session_id: string }>(sql`select session_id from settings.push_device where id = ${deviceId}`),
    );
    return rows[0]!.session_id;
  };

  it("takes its device's notifications along, those on their way too, until the person is back there", async () => {
    const ada = await told();
    const elsewhere = push.subscribe();
    await ada.client.add(elsewhere);
    push.answers.push({ status: 503 }, { status: 503 });
    await tell(ada);
    const again = await person(ada.userId);
    const own = await again.client.add(elsewhere);
    await end({ userId: ada.userId, sessionId: await sessionOf(ada.device.id) });
    const renewal = { renewal: ada.device.renewal, subscription: push.subscribe() };
    await expect(pushClient(world.client()).renewUnattended(renewal)).rejects.toMatchObject({ status: 404 });
    await passPauses();
    expect(push.taken.map(({ endpoint }) => endpoint)).toEqual([elsewhere.endpoint]);
    expect(await again.client.devices()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: ada.device.id, signedOut: true }),
        expect.objectContaining({ id: own.id, signedOut: false }),
      ]),
    );
    await expect(again.client.test(ada.device.id)).rejects.toMatchObject({ code: "push_device_not_found" });
    await again.client.renew(ada.device.id, ada.subscription);
    await tell(ada, { key: "reminder:2" });
    expect(push.taken).toHaveLength(3);
  });

  it("ends them all where the account does, and no others where only tokens do", async () => {
    const [ada, bob] = [await told(), await told()];
    await end({ userId: ada.userId, generation: 3 });
    await end({ userId: bob.userId, generation: 2_147_483_647 });
    await tell(ada);
    await tell(bob);
    expect(push.taken.map(({ endpoint }) => endpoint)).toEqual([ada.subscription.endpoint]);
  });

  it("leaves a device for 30 days, for the person to come back to", async () => {
    const ada = await told();
    const other = await told();
    await end({ userId: ada.userId, sessionId: await sessionOf(ada.device.id) });
    world.clock.advance(29 * 86_400_000);
    await world.application.nest.get(Purge).run();
    expect(await devicesOf(ada)).toHaveLength(1);
    world.clock.advance(2 * 86_400_000);
    await world.application.nest.get(Purge).run();
    expect([await devicesOf(ada), await devicesOf(other)]).toEqual([[], [other.device.id]]);
  });
});

it("a suspended or deleted account is told nothing, and what is kept of the deleted one goes", async () => {
  const [ada, bob] = [await told(), await told()];
  await tell(bob);
  push.taken.length = 0;
  const events = world.application.nest.get(Events);
  await world.database.system((tx) => events.publish(tx, accountSuspended, { userId: ada.userId }));
  await world.database.system((tx) => events.publish(tx, userDeleted, { userId: bob.userId }));
  await world.jobsIdle();
  for (const one of [ada, bob]) await tell(one, { key: "later" });
  expect(push.requests).toBe(1);
  for (const table of ["push_device", "push_notice"]) {
    const { rows } = await world.database.system((tx) =>
      tx.execute(sql`select 1 from ${sql.identifier("settings")}.${sql.identifier(table)}
        where user_id in (${ada.userId}, ${bob.userId})`),
    );
    expect(rows).toEqual([]);
  }
});

describe("a test", () => {
  it("says what became of it", async () => {
    const { client, device, subscription } = await told();
    await client.test(device.id);
    expect(push.taken[0]).toMatchObject({ message: { path: "/settings/notifications" }, ttl: 60 });
    push.answers.push({ status: 500 });
    await expect(client.test(device.id)).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining("It answered 500."),
    });
    push.unsubscribe(subscription);
    await expect(client.test(device.id)).rejects.toMatchObject({ status: 410, code: "push_subscription_ended" });
    expect(await client.devices()).toEqual([]);
  });

  it("is not sent without end", async () => {
    const limited = await startServices([settingsService], { environment: { PUSH_ALLOW: push.host } });
    const transport = limited.client(await limited.token());
    const { id } = await pushClient(transport).add(push.subscribe());
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++)
      statuses.push((await transport(`/api/settings/push/devices/${id}/test`, { method: "POST" })).status);
    expect([statuses.slice(0, 10).every((status) => status === 204), statuses.at(-1)]).toEqual([true, 429]);
    await limited.stop();
  });
});

describe("the installation's keys", () => {
  it("are made once, also by processes that start together, and sign nothing once they were replaced", async () => {
    const beside = await world.startBeside([settingsService]);
    const keys = [world.application, beside].map(({ nest }) => nest.get(PushKeys, { strict: false }));
    const first = await Promise.all(keys.map((one) => one.current()));
    expect(first[0]).toEqual(first[1]);
    const ada = await told();
    expect(await keys[0]!.rotate()).toBe(true);
    expect(await keys[1]!.current()).toEqual(await keys[0]!.current());
    expect(await ada.client.key()).not.toBe(first[0]!.publicKey);
    await tell(ada);
    expect([push.requests, await devicesOf(ada)]).toEqual([0, []]);
    await beside.close();
  });

  it("are made at the first start, before anybody asks, and kept at the next", async () => {
    const fresh = await startServices([settingsService], {});
    const kept = async () => {
      const { rows } = await fresh.application.nest
        .get(Database, { strict: false })
        .system((tx) => tx.execute(sql`select public_key, private_key from settings.push_key`));
      return rows;
    };
    const first = await kept();
    expect(first).toHaveLength(1);
    const second = await fresh.startBeside([settingsService]);
    expect(await kept()).toEqual(first);
    await second.close();
    await fresh.stop();
  });

  it("are those of PUSH_KEY where it is given", async () => {
    const curve = createECDH("prime256v1");
    curve.generateKeys();
    const privateKey = Buffer.from(curve.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url");
    const environment = { PUSH_KEY: privateKey, PUSH_ALLOW: push.host };
    const given = await startServices([settingsService], { environment });
    const client = pushClient(given.client(await given.token()));
    expect(await client.key()).toBe(curve.getPublicKey("base64url"));
    const subscription: TestSubscription = push.subscribe(curve.getPublicKey("base64url"));
    await client.test((await client.add(subscription)).id);
    expect(push.taken[0]?.signedBy).toBe(curve.getPublicKey("base64url"));
    expect(await given.application.nest.get(PushKeys, { strict: false }).rotate()).toBe(false);
    await given.stop();
  });
});
