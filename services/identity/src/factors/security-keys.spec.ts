import type { GoTrueClient } from "@supabase/supabase-js";
import { type Authenticator, authenticator, type Otherwise } from "../testing/authenticator.ts";
import { aalOf, withTotp } from "../testing/codes.ts";
import { type IdentityWorld, PASSWORD, startIdentity } from "../testing/identity-world.ts";

const MINUTE = 60_000;

describe("a security key as second factor", () => {
  let world: IdentityWorld;
  let origin: string;
  beforeAll(async () => {
    world = await startIdentity();
    origin = `http://localhost:${new URL(world.url).port}`;
  });
  afterAll(() => world.stop());

  type Begun = { id: string; webauthn: { type: "create" | "request"; credential_options: { publicKey: object } } };
  /** As `mfa.webauthn.*` does around the browser's own calls. */
  const tokenOf = async (auth: GoTrueClient) => (await auth.getSession()).data.session!.access_token;
  const post = async (auth: GoTrueClient, path: string, body: object) => {
    const answer = await world.call("POST", path, body, { authorization: `Bearer ${await tokenOf(auth)}` });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const challenge = async (auth: GoTrueClient, id: string) =>
    (await post(auth, `factors/${id}/challenge`, { webauthn: { rpId: "localhost", rpOrigins: [origin] } }))
      .body as unknown as Begun;
  async function answer(auth: GoTrueClient, id: string, key: Authenticator, other?: Otherwise, begun?: Begun) {
    const { id: challengeId, webauthn } = begun ?? (await challenge(auth, id));
    const { publicKey } = webauthn.credential_options;
    const credential_response = webauthn.type === "create" ? key.create(publicKey, other) : key.get(publicKey, other);
    const given = {
      type: webauthn.type,
      rpId: "evil.example",
      rpOrigins: ["https://evil.example"],
      credential_response,
    };
    return post(auth, `factors/${id}/verify`, { challenge_id: challengeId, webauthn: given });
  }
  async function withKey() {
    const person = await world.person();
    const key = authenticator(origin);
    const { data, error } = await person.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Blue key" });
    expect(error).toBeNull();
    const verified = await answer(person.auth, data!.id, key);
    expect(verified.status).toBe(200);
    await person.auth.setSession(verified.body as { access_token: string; refresh_token: string });
    return { ...person, key, factorId: data!.id, token: String(verified.body.access_token) };
  }
  const half = async (email: string) => {
    const auth = world.client();
    await auth.signInWithPassword({ email, password: PASSWORD });
    return auth;
  };
  const refused = expect.objectContaining({ error_code: "mfa_verification_failed" });

  it("is enrolled, owed at the next sign-in, and given", async () => {
    const { auth, email, key, factorId, token } = await withKey();
    expect(aalOf(token)).toBe("aal2");
    expect((await auth.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factorId, friendly_name: "Blue key" }]);
    const next = await half(email);
    expect((await next.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: "aal2" });
    expect((await next.passkey.list()).error).toMatchObject({ code: "insufficient_aal" });
    const begun = await challenge(next, factorId);
    expect(begun.webauthn).toMatchObject({
      type: "request",
      credential_options: { publicKey: { rpId: "localhost", allowCredentials: [{ type: "public-key" }] } },
    });
    const { status, body } = await answer(next, factorId, key, { verified: false }, begun);
    expect([status, aalOf(String(body.access_token))]).toEqual([200, "aal2"]);
    const [, claims] = String(body.access_token).split(".");
    const { amr } = JSON.parse(Buffer.from(claims!, "base64url").toString());
    expect(amr[0]).toMatchObject({ method: "mfa/webauthn" });
    expect((await world.mails(email)).map(({ subject }) => subject)).toContain("A second factor was added");
  });

  it("takes no other key, page, challenge or act, and no challenge twice", async () => {
    const { auth, email, key, factorId } = await withKey();
    expect((await answer(auth, factorId, key, { counter: 7 })).status).toBe(200);
    const next = await half(email);
    for (const other of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { challenge: "AAAA" },
      { counter: 7 },
    ])
      expect([other, (await answer(next, factorId, key, other)).body]).toEqual([other, refused]);
    expect((await answer(next, factorId, authenticator(origin))).body).toEqual(refused);
    const begun = await challenge(next, factorId);
    const wrong = { challenge_id: begun.id, code: "123456" };
    expect((await post(next, `factors/${factorId}/verify`, wrong)).body).toEqual(refused);
    expect((await answer(next, factorId, key, {}, begun)).body).toMatchObject({
      error_code: "mfa_ip_address_mismatch",
    });
    expect((await post(next, `factors/${factorId}/verify`, { challenge_id: begun.id })).status).toBe(400);
    const enrolled = await auth.mfa.enroll({ factorType: "webauthn" });
    expect((await answer(auth, enrolled.data!.id, key)).body).toEqual(refused);
    expect((await answer(next, factorId, key, { counter: 8 })).status).toBe(200);
  });

  it("signs nobody in without the password", async () => {
    const { key } = await withKey();
    const { data } = await world.client().passkey.startAuthentication();
    const credential = key.get(data!.options);
    const answered = await world.client().passkey.verifyAuthentication({ challengeId: data!.challenge_id, credential });
    expect(answered.error).toMatchObject({ code: "webauthn_verification_failed" });
  });

  it("is the fresh proof that removes it, and comes back from the mailbox", async () => {
    const { auth, email, key, factorId } = await withKey();
    world.clock.advance(16 * MINUTE);
    expect((await auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: "reauthentication_needed" });
    const { body } = await answer(auth, factorId, key);
    await auth.setSession(body as { access_token: string; refresh_token: string });
    expect((await auth.mfa.unenroll({ factorId })).error).toBeNull();
    const { undo } = await world.mail(email);
    expect((await world.call("POST", "undo", { token: undo, password: PASSWORD })).status).toBe(200);
    expect((await answer(await half(email), factorId, key)).status).toBe(200);
  });

  it("that a thief added first is taken back from the mailbox", async () => {
    const { auth, email } = await withKey();
    const { undo } = await world.mail(email);
    expect((await world.call("POST", "undo", { token: undo, password: PASSWORD })).status).toBe(200);
    expect((await auth.getUser()).error).not.toBeNull();
    const again = await half(email);
    expect((await again.mfa.listFactors()).data?.all).toEqual([]);
    expect((await again.passkey.list()).data).toEqual([]);
  });

  it("stands beside an app, each under a name of its own", async () => {
    const { auth } = await world.person();
    await withTotp(world, auth, "Phone app");
    const named = await auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Phone app" });
    expect(named.error).toMatchObject({ code: "mfa_factor_name_conflict" });
    expect((await auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Key" })).error).toBeNull();
  });
});
