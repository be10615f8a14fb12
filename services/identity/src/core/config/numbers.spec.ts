/** What an installation's variables change. @databases one */
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

describe("an installation with numbers of its own", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({
      IDENTITY_MAILER_AUTOCONFIRM: "false",
      IDENTITY_RATE_LIMIT_FACTOR: "1",
      IDENTITY_RATE_LIMITS: "address-recover=2/300",
      IDENTITY_PASSWORD_MIN: "20",
      IDENTITY_CODE_SECONDS: "120",
      IDENTITY_CODE_ATTEMPTS: "2",
      IDENTITY_ACCESS_TOKEN_SECONDS: "600",
      IDENTITY_REFRESH_REUSE_SECONDS: "0",
      IDENTITY_FACTORS_MAX: "1",
    });
    world.clock.set(new Date());
  });
  afterAll(() => world.stop());

  const asked = async () => {
    const email = newAddress();
    const auth = world.client("implicit");
    expect((await auth.signInWithOtp({ email })).error).toBeNull();
    return { email, auth, code: (await world.mail(email)).code };
  };
  const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

  it("counts them: life of codes and tokens, tries, passwords, factors, limits", async () => {
    const late = await asked();
    expect((await world.mail(late.email)).text).toContain("within 2 minutes");
    world.clock.advance(121_000);
    const verify = ({ email, auth, code }: typeof late) => auth.verifyOtp({ email, token: code, type: "email" });
    expect((await verify(late)).error?.code).toBe("otp_expired");

    const tried = await asked();
    for (let tries = 0; tries < 2; tries++) await verify({ ...tried, code: wrong(tried.code) });
    expect((await verify(tried)).error?.code).toBe("otp_expired");

    const person = await asked();
    const { data } = await verify(person);
    expect(data.session?.expires_in).toBe(600);
    const { data: next } = await person.auth.refreshSession();
    await person.auth.refreshSession();
    world.clock.advance(1000);
    expect(
      (await world.call("POST", "token?grant_type=refresh_token", { refresh_token: data.session!.refresh_token }))
        .status,
    ).toBe(400);
    expect(next.session).not.toBeNull();

    const weak = await world.call("POST", "signup", { email: newAddress(), password: PASSWORD.slice(0, 19) });
    expect([weak.status, await weak.json()]).toEqual([422, expect.objectContaining({ error_code: "weak_password" })]);

    const own = await asked();
    await verify(own);
    expect((await own.auth.mfa.enroll({ factorType: "totp", friendlyName: "one" })).error).toBeNull();
    expect((await own.auth.mfa.enroll({ factorType: "totp", friendlyName: "two" })).error?.code).toBe(
      "too_many_enrolled_mfa_factors",
    );

    const statuses = [];
    for (let count = 0; count < 3; count++)
      statuses.push((await world.call("POST", "recover", { email: newAddress() })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
