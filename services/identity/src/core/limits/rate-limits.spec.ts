import { networkOf } from "@tessera/service-kit";
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

describe("limits, as they are by default", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({
      IDENTITY_MAILER_AUTOCONFIRM: "false",
      IDENTITY_RATE_LIMIT_FACTOR: "",
      TRUSTED_PROXIES: "127.0.0.1",
    });
  });
  afterAll(() => world.stop());

  const from = (ip: string) => ({ "x-forwarded-for": ip });

  it.each([
    ["token?grant_type=refresh_token", 150, { refresh_token: "x" }],
    ["signup", 30, {}],
    ["otp", 30, {}],
    ["recover", 30, {}],
    ["resend", 30, {}],
    ["verify", 30, {}],
  ])("bound %s to %i from one address in five minutes, and give them back evenly", async (path, limit, body) => {
    world.clock.set(world.clock.now());
    const ip = `10.1.${limit}.${path.length}`;
    for (let count = 0; count < limit; count++)
      expect((await world.call("POST", path, body, from(ip))).status).not.toBe(429);
    const refused = await world.call("POST", path, body, from(ip));
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ error_code: "over_request_rate_limit" }),
    ]);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect((await world.call("POST", path, body, from("10.2.0.1"))).status).not.toBe(429);
    world.clock.advance(wait * 1000);
    expect((await world.call("POST", path, body, from(ip))).status).not.toBe(429);
  });

  it("are not escaped by naming another address, when no proxy is trusted", async () => {
    const direct = await startIdentity({ IDENTITY_RATE_LIMIT_FACTOR: "" });
    direct.clock.set(new Date());
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++)
      statuses.push((await direct.call("POST", "signup", {}, from(`10.3.0.${count}`))).status);
    expect(statuses.at(-1)).toBe(429);
    await direct.stop();
  });

  it("let one mail a minute go to an address, known or not [auth.resend] [auth.recover]", async () => {
    const known = newAddress();
    await world.client().signUp({ email: known, password: PASSWORD });
    world.clock.advance(61_000);
    for (const email of [known, newAddress()]) {
      expect((await world.client().resetPasswordForEmail(email)).error).toBeNull();
      const again = await world.client().resend({ type: "signup", email });
      expect(again.error).toMatchObject({
        status: 429,
        code: "over_email_send_rate_limit",
        message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
      });
    }
    expect((await world.mails(known)).length).toBe(2);
  });

  it("answer requests for mails alike for addresses with and without an account [auth.recover] [auth.resend]", async () => {
    const known = newAddress();
    await world.client().signUp({ email: known, password: PASSWORD });
    const requests = [
      ["recover", {}],
      ["otp", { create_user: false }],
      ["resend", { type: "signup" }],
      ["resend", { type: "email_change" }],
    ] as const;
    for (const [path, body] of requests) {
      world.clock.advance(61_000);
      const unknown = newAddress();
      for (const email of [known, unknown]) {
        const answer = await world.call("POST", path, { ...body, email });
        expect([answer.status, await answer.json()]).toEqual([200, {}]);
      }
      expect(await world.mails(unknown)).toEqual([]);
      expect(await world.user(unknown)).toBeNull();
    }
  });

  it.each(["192.0.2.7", "192.0.2.7:4001", "::ffff:192.0.2.7", "::FFFF:c000:207", "[::ffff:192.0.2.7]:80"])(
    "count %s as 192.0.2.7",
    (ip) => {
      expect(networkOf(ip)).toBe("192.0.2.7");
    },
  );

  it("count a visitor as one whatever port the proxy in front names", async () => {
    world.clock.set(world.clock.now());
    const statuses: number[] = [];
    for (let port = 4000; port < 4031; port++)
      statuses.push((await world.call("POST", "signup", {}, from(`203.0.113.9:${port}`))).status);
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([422, 429]);
  });

  it("count an IPv6 network as one", () => {
    expect(networkOf("2001:db8::1")).toBe(networkOf("2001:db8:0:0:ffff::2"));
    expect(networkOf("2001:db8::1")).not.toBe(networkOf("2001:db8:0:1::1"));
    expect(networkOf("[2001:db8::1]:4001")).toBe(networkOf("2001:db8::2"));
  });
});
