import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";
import { SessionStore } from "./session-store.ts";

describe("the owner of an installation", () => {
  const rolesOf = async (world: IdentityWorld, emails: string[]) =>
    Promise.all(emails.map(async (email) => (await world.user(email))?.appMetadata.roles ?? null));

  it("is one, when many sign in first at the same instant", async () => {
    const world = await startIdentity();
    const admin = await world.admin();
    const emails = Array.from({ length: 8 }, newAddress);
    for (const email of emails) await admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const answers = await Promise.all(
      emails.map((email) => world.client().signInWithPassword({ email, password: PASSWORD })),
    );
    expect(answers.map(({ error }) => error)).toEqual(emails.map(() => null));
    expect((await rolesOf(world, emails)).filter((roles) => roles !== null)).toEqual([["owner"]]);
    await world.stop();
  });

  it("is one, when the second signs in before the first one's transaction is committed", async () => {
    const world = await startIdentity();
    const admin = await world.admin();
    const sessions = world.application.nest.get(SessionStore);
    const people = [];
    for (const email of [newAddress(), newAddress()])
      people.push((await admin.createUser({ email, email_confirm: true })).data.user!);
    const rows = await Promise.all(people.map(({ email }) => world.user(email!)));
    const from = { ip: "203.0.113.1", userAgent: "test" };
    const [opened, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = world.database.system(async (tx) => {
      await sessions.open(tx, rows[0]!, "otp", from);
      opened.resolve();
      await released.promise;
    });
    await opened.promise;
    let isThrough = false;
    const second = world.database.system(async (tx) => {
      await sessions.open(tx, rows[1]!, "otp", from);
      isThrough = true;
    });
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const isWaiting = async () => (await world.database.system((tx) => tx.execute(waiting))).rows.length > 0;
    try {
      // The embedded database runs one transaction after the other on its own.
      if (process.env.TEST_DATABASE_URL)
        await until("the second to wait", async () => isThrough || (await isWaiting()));
    } finally {
      released.resolve();
    }
    await Promise.all([first, second]);
    const emails = people.map(({ email }) => email!);
    expect((await rolesOf(world, emails)).filter((roles) => roles !== null)).toEqual([["owner"]]);
    await world.stop();
  });
});
