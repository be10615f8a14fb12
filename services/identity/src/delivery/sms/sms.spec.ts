/** What messages say, and how they are sent. @databases one */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { totp, withTotp } from "../../testing/codes.ts";
import { type IdentityWorld, newPhone, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

const OTHER = "another quite long one";

describe("phones", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_RATE_LIMIT_FACTOR: "1" });
  });
  afterAll(() => world.stop());
  beforeEach(() => world.clock.advance(20 * 60_000));

  async function signedUp() {
    const [auth, phone] = [world.client(), newPhone()];
    await auth.signUp({ phone, password: PASSWORD });
    await auth.verifyOtp({ phone, type: "sms", token: (await world.text(phone)).code });
    return { auth, phone };
  }

  it("sign up with a number, a password and the code of a message [auth.signup] [auth.verify]", async () => {
    const [auth, phone] = [world.client(), newPhone()];
    const { data, error } = await auth.signUp({
      phone: `+${phone}`,
      password: PASSWORD,
      options: { data: { name: "Ada" } },
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      session: null,
      user: { phone, user_metadata: { name: "Ada" }, app_metadata: { provider: "phone" } },
    });
    expect((await auth.signInWithPassword({ phone, password: PASSWORD })).error).toMatchObject({
      code: "phone_not_confirmed",
    });
    const { code, text } = await world.text(phone);
    expect(text).not.toMatch(/https?:/);
    const verified = await auth.verifyOtp({ phone, type: "sms", token: code });
    expect(verified.data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String), email: "" });
    expect((await auth.verifyOtp({ phone, type: "sms", token: code })).error).toMatchObject({
      status: 403,
      code: "otp_expired",
    });
    expect((await world.client().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });

  it("sign in without a password, making an account unless asked not to [auth.otp]", async () => {
    const [phone, nobody] = [newPhone(), newPhone()];
    expect((await world.client().signInWithOtp({ phone })).error).toBeNull();
    expect(
      (await world.client().signInWithOtp({ phone: nobody, options: { shouldCreateUser: false } })).error,
    ).toBeNull();
    const { data } = await world.client().verifyOtp({ phone, type: "sms", token: (await world.text(phone)).code });
    expect(data.session?.user.phone).toBe(phone);
    await expect(world.text(nobody)).rejects.toThrow(/No text message/);
  });

  it("do not tell who has an account", async () => {
    const { phone } = await signedUp();
    world.clock.advance(120_000);
    const again = await world.client().signUp({ phone, password: OTHER });
    expect(again.data.user).toMatchObject({ phone, identities: [] });
    expect((await world.client().signInWithPassword({ phone, password: OTHER })).error).toMatchObject({
      code: "invalid_credentials",
    });
  });

  it("take a stranger's password away when only the code was shown", async () => {
    const phone = newPhone();
    await world.client().signUp({ phone, password: "the stranger's own" });
    world.clock.advance(120_000);
    await world.client().signInWithOtp({ phone });
    await world.client().verifyOtp({ phone, type: "sms", token: (await world.text(phone)).code });
    expect((await world.client().signInWithPassword({ phone, password: "the stranger's own" })).error).toMatchObject({
      code: "invalid_credentials",
    });
  });

  it("get one message a minute, and five guesses a code", async () => {
    const phone = newPhone();
    await world.client().signInWithOtp({ phone });
    expect((await world.client().signInWithOtp({ phone })).error).toMatchObject({
      status: 429,
      code: "over_sms_send_rate_limit",
    });
    const { code } = await world.text(phone);
    const wrong = code === "000000" ? "000001" : "000000";
    for (let guess = 0; guess < 5; guess++) await world.client().verifyOtp({ phone, type: "sms", token: wrong });
    expect((await world.client().verifyOtp({ phone, type: "sms", token: code })).error).toMatchObject({
      code: "otp_expired",
    });
  });

  it("refuse what is no number, and channels nobody speaks", async () => {
    const bad = await world.client().signInWithOtp({ phone: "12-34x" });
    expect(bad.error).toMatchObject({ status: 400, message: "Invalid phone number format (E.164 required)" });
    expect(
      (await world.client().signInWithOtp({ phone: newPhone(), options: { channel: "whatsapp" } })).error,
    ).toMatchObject({
      status: 400,
    });
    expect((await world.client().signInWithPassword({ phone: "12-34x", password: PASSWORD })).error).toMatchObject({
      code: "invalid_credentials",
    });
  });

  it("change with the code sent to the new one, which may be sent again [auth.user] [auth.resend]", async () => {
    const { auth, phone } = await signedUp();
    const next = newPhone();
    expect((await auth.updateUser({ phone: next })).data.user).toMatchObject({ phone, new_phone: next });
    const stale = (await world.text(next)).code;
    world.clock.advance(120_000);
    expect((await auth.resend({ type: "phone_change", phone: next })).error).toBeNull();
    const { code } = await world.text(next);
    if (stale !== code)
      expect((await auth.verifyOtp({ phone: next, type: "phone_change", token: stale })).error).toMatchObject({
        code: "otp_expired",
      });
    const { data } = await auth.verifyOtp({ phone: next, type: "phone_change", token: code });
    expect(data.user).toMatchObject({ phone: next });
    // Nobody learns that the number is taken, and it gets no code for another account.
    const other = await signedUp();
    world.clock.advance(120_000);
    const texts = await world.mails(`+${next}`);
    expect((await other.auth.updateUser({ phone: next })).data.user).toMatchObject({
      phone: other.phone,
      new_phone: next,
    });
    expect(await world.mails(`+${next}`)).toEqual(texts);
  });

  it("prove it is their person before a new password [auth.reauthenticate]", async () => {
    const { auth, phone } = await signedUp();
    world.clock.advance(30 * 60_000);
    await auth.refreshSession();
    expect((await auth.updateUser({ password: OTHER })).error).toMatchObject({ code: "reauthentication_needed" });
    expect((await auth.reauthenticate()).error).toBeNull();
    expect((await auth.updateUser({ password: OTHER, nonce: (await world.text(phone)).code })).error).toBeNull();
  });

  it("serve as second factor [auth.factor-enroll] [auth.factor-challenge] [auth.factor-verify]", async () => {
    const auth = world.client();
    await auth.signInWithOtp({ phone: newPhone() });
    const person = await signedUp();
    const phone = newPhone();
    const { data, error } = await person.auth.mfa.enroll({ factorType: "phone", phone, friendlyName: "Mobile" });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: "phone", phone, friendly_name: "Mobile" });
    const challenge = await person.auth.mfa.challenge({ factorId: data!.id, channel: "sms" });
    const { code } = await world.text(phone);
    const wrong = await person.auth.mfa.verify({
      factorId: data!.id,
      challengeId: challenge.data!.id,
      code: code === "111111" ? "2" : "111111",
    });
    expect(wrong.error).toMatchObject({ code: "mfa_verification_failed" });
    const right = await person.auth.mfa.verify({ factorId: data!.id, challengeId: challenge.data!.id, code });
    expect(right.error).toBeNull();
    expect((await person.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal2");
    const second = await person.auth.mfa.enroll({ factorType: "phone", phone, friendlyName: "Again" });
    expect(second.error).toMatchObject({ code: "mfa_verified_factor_exists" });
  });
});

describe("text messages", () => {
  it("go to the provider's HTTP interface, with its token", async () => {
    const seen: { authorization?: string; body: unknown }[] = [];
    let twice = () => {};
    const sentTwice = new Promise<void>((done) => {
      twice = done;
    });
    const provider = createServer((request, response) => {
      let body = "";
      request.on("data", (part) => (body += part));
      request.on("end", () => {
        seen.push({ authorization: request.headers.authorization, body: JSON.parse(body) });
        response.statusCode = seen.length === 1 ? 503 : 202;
        response.end();
        if (seen.length === 2) twice();
      });
    });
    await new Promise<void>((ready) => provider.listen(0, "127.0.0.1", ready));
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/messages`;
    const world = await startIdentity({ SMS_URL: url, SMS_TOKEN: "provider-token", SMS_FROM: "Tessera" });
    const phone = newPhone();
    await world.client().signInWithOtp({ phone });
    await sentTwice;
    expect(seen[1]).toMatchObject({
      authorization: "Bearer provider-token",
      body: { to: `+${phone}`, from: "Tessera", text: expect.stringMatching(/^\d{6} is your Tessera code/) },
    });
    await world.stop();
    await new Promise((closed) => provider.close(closed));
  });

  it("are refused with a reason where nobody sends them", async () => {
    const world = await startIdentity({ IDENTITY_SMS: "none" });
    const { auth } = await world.person();
    const refusals = [
      await world.client().signUp({ phone: newPhone(), password: PASSWORD }),
      await world.client().signInWithOtp({ phone: newPhone() }),
      await world.client().signInWithPassword({ phone: newPhone(), password: PASSWORD }),
      await auth.updateUser({ phone: newPhone() }),
    ];
    for (const { error } of refusals) expect(error).toMatchObject({ status: 400, code: "phone_provider_disabled" });
    expect((await auth.mfa.enroll({ factorType: "phone", phone: newPhone() })).error).toMatchObject({
      code: "mfa_phone_enroll_not_enabled",
    });
    const { id, secret } = await withTotp(world, auth);
    expect((await auth.mfa.challengeAndVerify({ factorId: id, code: totp(world, secret) })).error).toBeNull();
    expect(
      ((await (await world.call("GET", "settings")).json()) as { external: { phone: boolean } }).external.phone,
    ).toBe(false);
    await world.stop();
  });
});
