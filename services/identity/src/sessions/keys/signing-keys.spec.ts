import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { JWK } from "jose";
import { Maintenance } from "../../core/maintenance.ts";
import { Secret } from "../../core/secret/secret.ts";
import { type IdentityWorld, startIdentity } from "../../testing/identity-world.ts";
import { signingKeys } from "../tables.ts";
import { scheduleOf } from "./key-schedule.ts";
import { SigningKeys } from "./signing-keys.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("the schedule of signing keys", () => {
  const now = new Date("2026-06-01T00:00:00Z");
  const aged = (...ages: number[]) => ages.map((age) => ({ age, createdAt: new Date(now.getTime() - age) }));

  it("signs with the first key at once, and with a later one only after it was published for an hour", () => {
    expect(scheduleOf(aged(0), now).signing?.age).toBe(0);
    expect(scheduleOf(aged(HOUR - 1, 90 * DAY), now).signing?.age).toBe(90 * DAY);
    expect(scheduleOf(aged(HOUR, 90 * DAY), now).signing?.age).toBe(HOUR);
  });

  it("publishes a key until the last token it signed has expired", () => {
    expect(scheduleOf(aged(3 * HOUR - 1, 90 * DAY), now).published).toHaveLength(2);
    expect(scheduleOf(aged(3 * HOUR, 90 * DAY), now).published).toHaveLength(1);
  });

  it("wants a new key when there is none, and after ninety days", () => {
    expect([
      scheduleOf([], now).due,
      scheduleOf(aged(90 * DAY - 1), now).due,
      scheduleOf(aged(90 * DAY), now).due,
    ]).toEqual([true, false, true]);
  });
});

describe("signing keys", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  const kids = async () =>
    ((await (await world.call("GET", ".well-known/jwks.json")).json()) as { keys: JWK[] }).keys.map((key) => key.kid);
  const kidOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()).kid as string;

  it("rotate: the next key is published before it signs, and the last one's tokens stay valid [auth.jwks]", async () => {
    const [first] = await kids();
    const { auth } = await world.person();
    world.clock.advance(20 * DAY);
    for (let month = 0; month < 4; month++) {
      await auth.refreshSession();
      world.clock.advance(20 * DAY);
    }
    await world.application.nest.get(Maintenance).run();
    const both = await kids();
    expect(both).toHaveLength(2);
    expect(both).toContain(first);
    const early = (await auth.refreshSession()).data.session!;
    expect(kidOf(early.access_token)).toBe(first);
    world.clock.advance(HOUR - 60_000);
    world.clock.advance(120_000);
    const late = (await auth.refreshSession()).data.session!;
    expect(kidOf(late.access_token)).not.toBe(first);
    expect((await world.client().getUser(late.access_token)).error).toBeNull();
    expect((await auth.getClaims(late.access_token)).error).toBeNull();
    world.clock.advance(3 * HOUR);
    expect(await kids()).toEqual([kidOf(late.access_token)]);
  });

  it("are replaced by command: tokens of before stay valid until the successor signs, and after", async () => {
    const { auth, session } = await world.person();
    const made = await world.application.nest.get(SigningKeys).rotate();
    expect(await kids()).toContain(made);
    const before = (await auth.refreshSession()).data.session!;
    expect(kidOf(before.access_token)).toBe(kidOf(session.access_token));
    world.clock.advance(HOUR);
    const after = (await auth.refreshSession()).data.session!;
    expect(kidOf(after.access_token)).toBe(made);
    const late = await world.person();
    expect((await late.auth.getUser()).error).toBeNull();
  });

  it("are forgotten at once after a leak: tokens of before are refused, and sessions continue with the successor's", async () => {
    const { auth, session } = await world.person();
    const made = await world.application.nest.get(SigningKeys).rotate({ atOnce: true });
    expect(await kids()).toEqual([made]);
    expect((await world.client().getUser(session.access_token)).error).not.toBeNull();
    const renewed = (await auth.refreshSession()).data.session!;
    expect(kidOf(renewed.access_token)).toBe(made);
    expect((await world.client().getUser(renewed.access_token)).error).toBeNull();
  });

  it("keep their private half out of the database's reach", async () => {
    const rows = await world.database.system((tx) => tx.select().from(signingKeys));
    for (const row of rows) {
      expect(row.sealedPrivateJwk.toString("latin1")).not.toContain('"d"');
      expect(row.publicJwk).not.toHaveProperty("d");
      expect(Secret.load({ dataDir: world.dataDir }).open("signing key", row.sealedPrivateJwk)).toContain('"d"');
      expect(new Secret(Buffer.alloc(32)).open("signing key", row.sealedPrivateJwk)).toBeNull();
    }
  });

  it("hang on a secret that only this user of the machine reads", async () => {
    const file = join(world.dataDir, "identity.secret");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file)).length).toBeGreaterThanOrEqual(43);
  });

  it("and tables are not readable in a caller's transaction", async () => {
    const read = world.database
      .of("identity")
      .as({ userId: "00000000-0000-4000-8000-000000000000" }, (tx) => tx.execute("select * from identity.users"));
    await expect(read).rejects.toMatchObject({ code: "42501" });
  });
});
