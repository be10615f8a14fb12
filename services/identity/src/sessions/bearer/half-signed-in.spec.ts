import { totp, withTotp } from "../../testing/codes.ts";
import { type IdentityWorld, newPhone, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

describe("somebody who owes their second factor", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
  /** The password is known, the second factor is not; the person's own session is at aal2. */
  async function half() {
    const person = await world.person();
    await world.setUser(person.user.id, {
      phone: newPhone(),
      userMetadata: { name: "Ada" },
      appMetadata: { plan: "pro" },
    });
    const { id: factorId, secret, session } = await withTotp(world, person.auth);
    const auth = world.client();
    const { data } = await auth.signInWithPassword({ email: person.email, password: PASSWORD });
    return {
      ...person,
      auth,
      mine: person.auth,
      factorId,
      secret,
      strong: session!.access_token,
      signedIn: data.session!,
    };
  }
  const call = async (token: string, method: string, path: string, body?: object) => {
    const answer = await world.call(method, path, body, { authorization: `Bearer ${token}` });
    const text = await answer.text();
    return { status: answer.status, code: (text && (JSON.parse(text) as { error_code?: string }).error_code) || null };
  };

  it("is refused everything but giving it and going", async () => {
    const { signedIn, strong, factorId, mine, user } = await half();
    const session = claimsOf(strong).session_id;
    const identity = user.identities![0]!.identity_id;
    const refused: [number, string, string, object?][] = [
      [401, "PUT", "user", { data: { name: "Mallory" } }],
      [401, "PUT", "user", { password: "another quite long one", current_password: PASSWORD }],
      [403, "GET", "reauthenticate"],
      [403, "GET", "user/sessions"],
      [403, "DELETE", `user/sessions/${session}`],
      [403, "DELETE", `user/sessions/${claimsOf(signedIn.access_token).session_id}`],
      [403, "GET", "user/activity"],
      [403, "GET", "user/password"],
      [403, "POST", "user/proof", { current_password: PASSWORD }],
      [403, "DELETE", "user/phone", { current_password: PASSWORD }],
      [403, "DELETE", "user", { current_password: PASSWORD }],
      [403, "GET", "user/identities/authorize?provider=google"],
      [403, "POST", "user/identities/authorize?provider=google", { current_password: PASSWORD }],
      [403, "DELETE", `user/identities/${identity}`],
      [403, "POST", "factors", { factor_type: "totp", friendly_name: "Thief's" }],
      [422, "DELETE", `factors/${factorId}`],
      [403, "GET", "factors/recovery-codes"],
      [403, "POST", "factors/recovery-codes"],
      [403, "POST", "passkeys/registration/options", {}],
      [403, "GET", "passkeys"],
      [403, "PATCH", `passkeys/${factorId}`, { friendly_name: "Thief's" }],
      [403, "DELETE", `passkeys/${factorId}`],
      [403, "POST", "logout?scope=others"],
    ];
    for (const [status, method, path, body] of refused)
      expect([method, path, await call(signedIn.access_token, method, path, body)]).toEqual([
        method,
        path,
        { status, code: "insufficient_aal" },
      ]);
    expect((await mine.getUser()).data.user?.user_metadata).toEqual({ name: "Ada" });
  });

  it("ends their own session alone, whatever they ask for", async () => {
    const { signedIn, mine } = await half();
    expect(await call(signedIn.access_token, "POST", "logout?scope=global")).toEqual({
      status: 403,
      code: "insufficient_aal",
    });
    expect(await call(signedIn.access_token, "GET", "user")).toMatchObject({ code: "session_not_found" });
    expect((await mine.getUser()).error).toBeNull();
    const { auth, mine: strong } = await half();
    expect((await auth.signOut()).error).toBeNull();
    expect((await strong.getUser()).error).toBeNull();
  });

  it("learns nothing of the person: not by the user, not by the session, not by its token, also when it is renewed", async () => {
    const { auth, email, signedIn, factorId } = await half();
    const { phone } = (await world.user(email))!;
    const { data: user } = await auth.getUser();
    const { data: renewed } = await auth.refreshSession();
    const claims = [claimsOf(signedIn.access_token), claimsOf(renewed.session!.access_token)];
    const shown = JSON.stringify([user, signedIn.user, renewed.user, claims]);
    for (const secret of [email, phone!, "Ada", "pro"]) expect(shown).not.toContain(secret);
    expect(user.user).toMatchObject({
      id: signedIn.user.id,
      factors: [expect.objectContaining({ id: factorId, status: "verified" })],
    });
  });

  it("gives it with an unmodified client, and then sees all", async () => {
    const { auth, email, secret } = await half();
    const { data } = await auth.mfa.listFactors();
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    expect(
      (await auth.mfa.challengeAndVerify({ factorId: data!.totp[0]!.id, code: totp(world, secret) })).error,
    ).toBeNull();
    expect((await auth.getUser()).data.user).toMatchObject({ email, user_metadata: { name: "Ada" } });
  });
});
