import { follow, type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

let world: IdentityWorld;
const start = (more: Record<string, string> = {}) =>
  startIdentity({
    IDENTITY_RATE_LIMIT_FACTOR: "1",
    TRUSTED_PROXIES: "127.0.0.1",
    IDENTITY_RATE_LIMITS: "account-password=3/300,account-password-unknown=5/3600,mails-an-hour=3/3600",
    ...more,
  });
beforeAll(async () => {
  world = await start();
  world.clock.set(new Date());
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(3_600_000));

let hosts = 0;
/** A network that nothing came from before. */
const elsewhere = () => `10.${20 + Math.floor(++hosts / 250)}.${hosts % 250}.1`;
const from = (ip: string, cookie?: string) => ({ "x-forwarded-for": ip, ...(cookie ? { cookie } : {}) });

const signIn = (email: string, password: string, headers: Record<string, string>) =>
  world.call("POST", "token?grant_type=password", { email, password }, headers);
const verify = (email: string, token: string, headers: Record<string, string>) =>
  world.call("POST", "verify", { type: "email", email, token }, headers);
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

/** A person, and the cookie of the browser that they signed in with. */
async function person() {
  const { email } = await world.person();
  const [cookie = ""] = (await signIn(email, PASSWORD, from(elsewhere()))).headers.getSetCookie();
  return { email, setCookie: cookie, device: cookie.split(";")[0]! };
}

describe("strangers who try passwords", () => {
  it("use up what their own network may, not what the owner may elsewhere", async () => {
    const { email } = await person();
    const stranger = elsewhere();
    const statuses: number[] = [];
    for (let tries = 0; tries < 4; tries++) statuses.push((await signIn(email, "wrong", from(stranger))).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    // More of the refused ones cost the account nothing.
    for (let tries = 0; tries < 5; tries++) expect((await signIn(email, PASSWORD, from(stranger))).status).toBe(429);
    expect((await signIn(email, PASSWORD, from(elsewhere()))).status).toBe(200);
  });

  it("never keep out a device that signed in before, however many they are; another is pointed to a link", async () => {
    const { email, device } = await person();
    for (let tries = 0; tries < 5; tries++) await signIn(email, "wrong", from(elsewhere()));
    const refused = await signIn(email, PASSWORD, from(elsewhere()));
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({
        error_code: "over_request_rate_limit",
        msg: expect.stringMatching(/ or sign in with a link or code\.$/),
      }),
    ]);
    expect((await signIn(email, PASSWORD, from(elsewhere(), device))).status).toBe(200);
    const guesses: number[] = [];
    for (let tries = 0; tries < 4; tries++)
      guesses.push((await signIn(email, "wrong", from(elsewhere(), device))).status);
    expect(guesses).toEqual([400, 400, 400, 429]);
    expect((await world.call("POST", "otp", { email }, from(elsewhere()))).status).toBe(200);
    expect((await follow((await world.mail(email)).link)).hash).toContain("access_token=");
  });

  it("are refused alike for an address without an account", async () => {
    const email = newAddress();
    const answers = [];
    for (let tries = 0; tries < 6; tries++) answers.push((await signIn(email, "wrong", from(elsewhere()))).status);
    expect(answers).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it("gain nothing from a cookie that is forged, or another account's", async () => {
    const [owner, other] = [await person(), await person()];
    const [id] = owner.device.split("=")[1]!.split(".");
    const forged = `tessera-device=${id}.${"A".repeat(22)}`;
    for (let tries = 0; tries < 5; tries++) await signIn(owner.email, "wrong", from(elsewhere()));
    for (const cookie of [forged, other.device, "tessera-device=", `tessera-device=${id}`])
      expect((await signIn(owner.email, PASSWORD, from(elsewhere(), cookie))).status).toBe(429);
  });

  it("solve a captcha for each try where there is one, and others are not refused for it", async () => {
    const captcha = await start({
      IDENTITY_CAPTCHA: "turnstile",
      IDENTITY_CAPTCHA_SECRET: "secret",
      IDENTITY_CAPTCHA_URL: `${world.url}/auth/v1/nowhere`,
    });
    const { AccountLimits } = await import("./account-limits.ts");
    const limits = captcha.application.nest.get(AccountLimits);
    expect(limits.password("a@example.com", { ip: "192.0.2.1", userAgent: "" }).map(({ name }) => name)).toEqual([
      "account-password",
    ]);
    await captcha.stop();
  });
});

describe("the cookie of a device that signed in", () => {
  it("is for the server alone, holds no address, and is renewed for each new account only", async () => {
    const { email, setCookie, device } = await person();
    expect(setCookie).toMatch(
      /^tessera-device=[\w-]{22}\.[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
    );
    expect((await signIn(email, PASSWORD, from(elsewhere(), device))).headers.getSetCookie()).toEqual([]);
    const { email: other } = await person();
    const [both = ""] = (await signIn(other, PASSWORD, from(elsewhere(), device))).headers.getSetCookie();
    expect(both.split(";")[0]).toMatch(new RegExp(`^${device.replaceAll(".", "\\.")}\\.[\\w-]{22}$`));
  });
});

describe("strangers who try codes", () => {
  it("cost the account nothing while no code was sent", async () => {
    const { email } = await person();
    for (let tries = 0; tries < 20; tries++)
      expect((await verify(email, "000000", from(elsewhere()))).status).toBe(403);
    await world.call("POST", "otp", { email }, from(elsewhere()));
    expect((await verify(email, (await world.mail(email)).code, from(elsewhere()))).status).toBe(200);
  });

  it("end the codes of unknown devices; the link, and the owner's device, still sign in", async () => {
    const { email, device } = await person();
    const sent = async () => {
      world.clock.advance(61_000);
      expect((await world.call("POST", "otp", { email }, from(elsewhere(), device))).status).toBe(200);
      return world.mail(email);
    };
    for (let codes = 0; codes < 3; codes++) {
      const { code } = await sent();
      for (let tries = 0; tries < 5; tries++)
        expect((await verify(email, wrong(code), from(elsewhere()))).status).toBe(403);
    }
    world.clock.advance(1_200_000);
    const { code } = await sent();
    for (let tries = 0; tries < 6; tries++) await verify(email, wrong(code), from(elsewhere()));
    const refused = await verify(email, code, from(elsewhere()));
    expect([refused.status, ((await refused.json()) as { error_code: string }).error_code]).toEqual([
      403,
      "otp_expired",
    ]);
    expect((await verify(email, code, from(elsewhere(), device))).status).toBe(200);
    world.clock.advance(1_200_000);
    const { link } = await sent();
    expect((await follow(link)).hash).toContain("access_token=");
  });

  it("are slowed by network whether a code was sent or not", async () => {
    const { email } = await person();
    for (const tried of [email, newAddress()]) {
      const ip = elsewhere();
      const statuses: number[] = [];
      for (let tries = 0; tries < 16; tries++) statuses.push((await verify(tried, "000000", from(ip))).status);
      expect(statuses).toEqual([...Array(15).fill(403), 429]);
    }
  });
});

describe("strangers who have mails sent", () => {
  it("leave the owner's device its own, and are answered alike for every address", async () => {
    const { email, device } = await person();
    for (const address of [email, newAddress()]) {
      const statuses: number[] = [];
      for (let asked = 0; asked < 4; asked++)
        statuses.push((await world.call("POST", "recover", { email: address }, from(elsewhere()))).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    expect((await world.call("POST", "recover", { email }, from(elsewhere(), device))).status).toBe(200);
    expect((await world.call("POST", "recover", { email }, from(elsewhere(), device))).status).toBe(429);
  });

  it("leave who is signed in their confirmation codes", async () => {
    const { session, email } = await world.person();
    for (let asked = 0; asked < 3; asked++) await world.call("POST", "recover", { email }, from(elsewhere()));
    const own = await world.call("GET", "reauthenticate", undefined, {
      ...from(elsewhere()),
      authorization: `Bearer ${session.access_token}`,
    });
    expect(own.status).toBe(200);
  });
});
