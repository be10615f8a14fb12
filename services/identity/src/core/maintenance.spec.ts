import { Purge } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type IdentityWorld, newAddress, startIdentity } from "../testing/identity-world.ts";
import { Maintenance } from "./maintenance.ts";

describe("what is deleted automatically", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  const count = async (table: string) => {
    const { rows } = await world.database.system((tx) =>
      tx.execute<{ count: number }>(sql`select count(*)::int as count from identity.${sql.identifier(table)}`),
    );
    return rows[0]!.count;
  };

  it("is the log after a year, and acts and mails of development after a week", async () => {
    await world.client().signInWithOtp({ email: newAddress() });
    await world.jobsIdle();
    const counts = async () => [await count("audit_events"), await count("proof_acts"), await count("outbox_mails")];
    const before = await counts();
    expect(Math.min(...before)).toBeGreaterThan(0);
    const purge = world.application.nest.get(Purge);
    world.clock.advance(6 * 86_400_000);
    await purge.run();
    expect(await counts()).toEqual(before);
    world.clock.advance(2 * 86_400_000);
    await purge.run();
    expect(await counts()).toEqual([before[0], 0, 0]);
    world.clock.advance(365 * 86_400_000);
    await purge.run();
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it("is what each module adds, even when another's step fails; the job is retried then", async () => {
    const maintenance = world.application.nest.get(Maintenance);
    const ran: string[] = [];
    maintenance.everyHour(() => Promise.reject(new Error("the disk is full")));
    maintenance.everyHour(async () => void ran.push("after"));
    await expect(maintenance.run()).rejects.toThrow("Maintenance of the identity service failed in part");
    expect(ran).toEqual(["after"]);
  });
});
