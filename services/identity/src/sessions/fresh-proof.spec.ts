import type { GoTrueClient } from "@supabase/supabase-js";
import { totp, withTotp } from "../testing/codes.ts";
import { type IdentityWorld, newAddress, newPhone, PASSWORD, startIdentity } from "../testing/identity-world.ts";

const MINUTE = 60_000;
const needed = expect.objectContaining({ status: 400, code: "reauthentication_needed" });

describe("what changes how an account is protected", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  async function call(auth: GoTrueClient, method: string, path: string, body?: object) {
    const { data } = await auth.getSession();
    const answer = await world.call(method, path, body, { authorization: `Bearer ${data.session!.access_token}` });
    const { error_code: code = null } = answer.status === 204 ? {} : ((await answer.json()) as { error_code?: string });
    return { status: answer.status, code };
  }
  const errorOf = async (asked: Promise<{ error: unknown }>) => (await asked).error;
  /** The access token is still good; the sign-in is no longer recent. */
  const later = () => world.clock.advance(16 * MINUTE);

  /** All that a thief with an access token would try. */
  const attempts = (auth: GoTrueClient, otherSession: string): [string, () => Promise<unknown>][] => [
    ["a first factor", () => errorOf(auth.mfa.enroll({ factorType: "totp", friendlyName: "Thief's" }))],
    [
      "a phone factor",
      () => errorOf(auth.mfa.enroll({ factorType: "phone", friendlyName: "Thief's", phone: newPhone() })),
    ],
    ["a phone", () => errorOf(auth.updateUser({ phone: newPhone() }))],
    ["an address", () => errorOf(auth.updateUser({ email: newAddress() }))],
    ["the phone's removal", () => call(auth, "DELETE", "user/phone", {})],
    ["ending another session", () => call(auth, "DELETE", `user/sessions/${otherSession}`)],
    ["ending all others", () => errorOf(auth.signOut({ scope: "others" }))],
  ];
  async function withOther() {
    const person = await world.person();
    const other = world.client();
    const { data } = await other.signInWithPassword({ email: person.email, password: PASSWORD });
    const { session_id } = JSON.parse(Buffer.from(data.session!.access_token.split(".")[1]!, "base64url").toString());
    return { ...person, other, otherSession: session_id as string };
  }

  it("takes more than a token once the sign-in is old", async () => {
    const { auth, other, otherSession } = await withOther();
    later();
    for (const [what, attempt] of attempts(auth, otherSession)) expect([what, await attempt()]).toEqual([what, needed]);
    expect((await other.getUser()).error).toBeNull();
    expect((await auth.mfa.listFactors()).data?.all).toEqual([]);
  });

  it("is done after a prior proof, by clients whose calls carry none", async () => {
    const { auth, other, otherSession } = await withOther();
    later();
    expect(await call(auth, "POST", "user/proof", {})).toEqual(needed);
    expect(await call(auth, "POST", "user/proof", { current_password: "not mine" })).toMatchObject({
      code: "current_password_invalid",
    });
    expect((await auth.mfa.enroll({ factorType: "totp" })).error).toEqual(needed);
    expect((await call(auth, "POST", "user/proof", { current_password: PASSWORD })).status).toBe(204);
    expect((await call(auth, "DELETE", `user/sessions/${otherSession}`)).status).toBe(204);
    expect((await other.getUser()).error).not.toBeNull();
    expect((await auth.mfa.enroll({ factorType: "totp", friendlyName: "Mine" })).error).toBeNull();
    later();
    expect((await auth.mfa.enroll({ factorType: "totp", friendlyName: "Late" })).error).toEqual(needed);
  });

  it("is done after a mailed code, which proves once", async () => {
    const { auth, email } = await withOther();
    later();
    await auth.reauthenticate();
    const { code } = await world.mail(email);
    expect((await call(auth, "POST", "user/proof", { nonce: code })).status).toBe(204);
    expect((await auth.signOut({ scope: "others" })).error).toBeNull();
    expect(await call(auth, "POST", "user/proof", { nonce: code })).toMatchObject({
      code: "reauthentication_not_valid",
    });
  });

  it("a prior proof does not stand in for the current password", async () => {
    const { auth } = await withOther();
    later();
    await call(auth, "POST", "user/proof", { current_password: PASSWORD });
    expect((await auth.updateUser({ password: "another quite long one" })).error).toEqual(needed);
  });

  it("lets a person end their own session at any time", async () => {
    const { auth } = await withOther();
    later();
    expect((await auth.signOut({ scope: "local" })).error).toBeNull();
    const { auth: all, other } = await withOther();
    later();
    expect((await all.signOut()).error).toBeNull();
    expect((await other.getUser()).error).not.toBeNull();
  });

  it("with a second factor takes that factor, now: neither the password nor an older code does", async () => {
    const { auth } = await world.person();
    const { id, secret } = await withTotp(world, auth);
    const other = world.client();
    const { email } = (await auth.getUser()).data.user!;
    await other.signInWithPassword({ email: email!, password: PASSWORD });
    await other.mfa.challengeAndVerify({ factorId: id, code: totp(world, secret) });
    const { data } = await other.getSession();
    const { session_id } = JSON.parse(Buffer.from(data.session!.access_token.split(".")[1]!, "base64url").toString());
    later();
    expect((await call(auth, "POST", "user/proof", { current_password: PASSWORD })).status).toBe(204);
    const all: [string, () => Promise<unknown>][] = [
      ...attempts(auth, session_id),
      ["removing the factor", () => errorOf(auth.mfa.unenroll({ factorId: id }))],
      ["recovery codes", () => call(auth, "POST", "factors/recovery-codes")],
    ];
    for (const [what, attempt] of all) expect([what, await attempt()]).toEqual([what, needed]);
    expect((await other.getUser()).error).toBeNull();
    expect((await auth.mfa.challengeAndVerify({ factorId: id, code: totp(world, secret) })).error).toBeNull();
    expect((await call(auth, "POST", "factors/recovery-codes")).status).toBe(200);
    expect((await call(auth, "DELETE", `user/sessions/${session_id}`)).status).toBe(204);
    expect((await auth.mfa.unenroll({ factorId: id })).error).toBeNull();
  });
});

describe("text messages", () => {
  it("are bounded for each account, whatever the numbers, and by the countries that are served", async () => {
    const world = await startIdentity({ IDENTITY_RATE_LIMIT_FACTOR: "1", IDENTITY_SMS_PREFIXES: "+1555" });
    const { auth } = await world.person();
    const outcomes: (string | undefined)[] = [];
    for (let number = 0; number < 12; number++) {
      world.clock.advance(11_000); // the limit by address comes back meanwhile
      outcomes.push((await auth.updateUser({ phone: newPhone() })).error?.code);
    }
    expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => undefined));
    expect(outcomes.at(-1)).toBe("over_sms_send_rate_limit");
    expect((await auth.updateUser({ phone: "8821612345678" })).error).toMatchObject({
      status: 422,
      code: "sms_send_failed",
    });
    await world.stop();
  });
});
