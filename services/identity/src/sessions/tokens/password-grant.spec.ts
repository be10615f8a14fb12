import { jest } from "@jest/globals";
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";
import { PasswordHasher } from "../password/password-hasher.ts";

describe("signing in with a password", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  it("answers with a session for the right password [auth.token-password]", async () => {
    const { email } = await world.person();
    const { data, error } = await world
      .client()
      .signInWithPassword({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(data.user).toMatchObject({ email, factors: [], last_sign_in_at: expect.any(String) });
    expect(data.user?.identities).toMatchObject([
      { provider: "email", identity_data: { email, email_verified: true } },
    ]);
  });

  it("answers alike for a wrong password, an address without an account and no address at all [auth.token-password]", async () => {
    const { email } = await world.person();
    const answers = await Promise.all(
      [email, newAddress(), "nobody"].map(async (tried) => {
        const answer = await world.call("POST", "token?grant_type=password", {
          email: tried,
          password: "wrong password",
        });
        return [answer.status, await answer.json()];
      }),
    );
    expect(answers).toEqual(
      Array(3).fill([400, { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" }]),
    );
  });

  it("takes as long for an address without an account as for a wrong password", async () => {
    const { email } = await world.person();
    const taken: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 12; round++) {
      for (const who of ["known", "unknown"] as const) {
        const begun = process.cpuUsage();
        await world.call("POST", "token?grant_type=password", {
          email: who === "known" ? email : newAddress(),
          password: "wrong password",
        });
        // Of this process, which serves the request: others that are busy do not add to it.
        taken[who].push(process.cpuUsage(begun).user);
      }
    }
    // The middle ones: the system books some time on another request's share.
    const [known, unknown] = [taken.known, taken.unknown].map((all) => all.sort((a, b) => a - b)[all.length >> 1]!);
    const ratio = unknown! / known!;
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it("refuses a banned person, who learns of it only with the right password", async () => {
    const { email, user, auth, session } = await world.person();
    await world.setUser(user.id, { bannedUntil: new Date(Date.now() + 86_400_000) });
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      status: 400,
      code: "user_banned",
    });
    expect((await world.client().signInWithPassword({ email, password: "wrong" })).error).toMatchObject({
      code: "invalid_credentials",
    });
    expect((await auth.refreshSession()).error).toMatchObject({ status: 400, code: "user_banned" });
    expect((await world.client().getUser(session.access_token)).error).toMatchObject({
      status: 403,
      code: "user_banned",
    });
  });

  it("writes failed attempts into the audit log, without address, password or token", async () => {
    const { email, user, session } = await world.person();
    await world.client().signInWithPassword({ email, password: "a wrong one" });
    await world.client().signInWithPassword({ email: newAddress(), password: "a wrong one" });
    const events = await world.audit();
    const failed = events
      .filter((event) => event.action === "sign_in_failed" && event.details.reason === "invalid_credentials")
      .slice(-2);
    expect(failed.map((event) => event.userId)).toEqual([user.id, null]);
    expect(failed[0]).toMatchObject({ ip: expect.stringMatching(/127\.0\.0\.1/), userAgent: expect.any(String) });
    const written = JSON.stringify(events);
    for (const secret of [email, PASSWORD, "a wrong one", session.access_token, session.refresh_token])
      expect(written).not.toContain(secret);
  });

  it("renews a hash that was made with weaker parameters", async () => {
    const { email, user } = await world.person();
    const { hash } = await import("@node-rs/argon2");
    await world.setUser(user.id, { passwordHash: await hash(PASSWORD, { memoryCost: 4096, timeCost: 1 }) });
    await world.client().signInWithPassword({ email, password: PASSWORD });
    expect((await world.user(email))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("says when a password that was accepted once is weak today", async () => {
    const { email, user } = await world.person();
    const { hash } = await import("@node-rs/argon2");
    await world.setUser(user.id, { passwordHash: await hash("password123") });
    const { data } = await world.client().signInWithPassword({ email, password: "password123" });
    expect(data.weakPassword).toMatchObject({ reasons: ["pwned"] });
  });
});

describe("guessing passwords", () => {
  it("is slowed per account and network, known or not, and the right one ends it [auth.token-password]", async () => {
    const world = await startIdentity({ IDENTITY_RATE_LIMIT_FACTOR: "0.2", TRUSTED_PROXIES: "127.0.0.1" });
    const { email } = await world.person();
    world.clock.set(new Date());
    const attempt = async (tried: string, password: string) => {
      const body = { email: tried, password };
      return (await world.call("POST", "token?grant_type=password", body, { "x-forwarded-for": "10.0.0.1" })).status;
    };
    for (const tried of [email, newAddress()]) {
      const statuses: number[] = [];
      for (let count = 0; count < 5; count++) statuses.push(await attempt(tried, "wrong password"));
      expect(statuses).toEqual([400, 400, 400, 400, 429]);
    }
    expect(await attempt(email, PASSWORD)).toBe(429);
    world.clock.advance(75_000);
    expect(await attempt(email, PASSWORD)).toBe(200);
    expect(await attempt(email, "wrong password")).toBe(400);
    await world.stop();
  });
});

describe("a password that is changed while it is compared", () => {
  it("opens no session", async () => {
    const world = await startIdentity();
    const { email, user } = await world.person();
    const hasher = world.application.nest.get(PasswordHasher);
    const compare = hasher.verify.bind(hasher);
    hasher.verify = async (password, against) => {
      const right = await compare(password, against);
      await world.setUser(user.id, { passwordHash: await hasher.hash("changed meanwhile") });
      return right;
    };
    const { error } = await world.client().signInWithPassword({ email, password: PASSWORD });
    expect(error).toMatchObject({ code: "invalid_credentials" });
    expect((await world.audit()).map(({ action }) => action)).not.toContain("signed_in");
    await world.stop();
  });
});

describe("what a sign-in costs", () => {
  it("is four statements: two limits, the account, and all that a session is", async () => {
    const world = await startIdentity({ IDENTITY_RATE_LIMIT_FACTOR: "1" });
    const { email } = await world.person();
    await world.jobsIdle();
    const spied = jest.spyOn(world.database.pool, "query");
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const own = spied.mock.calls
      .map(([query]) => (query as unknown as { text: string }).text)
      .filter((text) => /identity|kit\.rate_limit/.test(text));
    spied.mockRestore();
    expect(own).toHaveLength(4);
    await world.stop();
  });
});
