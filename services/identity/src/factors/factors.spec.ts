import { eq } from "drizzle-orm";
import { aalOf, totp, withTotp } from "../testing/codes.ts";
import { type IdentityWorld, PASSWORD, startIdentity } from "../testing/identity-world.ts";
import { factors } from "../users/tables.ts";

const OTHER = "another quite long one";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("second factors", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  async function enrolled() {
    const person = await world.person();
    const { data } = await person.auth.mfa.enroll({ factorType: "totp", friendlyName: "App" });
    return { ...person, factorId: data!.id, secret: (data as { totp: { secret: string } }).totp.secret };
  }

  it("are enrolled with a QR code, a secret and an address for apps [auth.factor-enroll]", async () => {
    const { auth, email } = await world.person();
    const { data, error } = await auth.mfa.enroll({
      factorType: "totp",
      friendlyName: "My app",
      issuer: "Tessera Test",
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      type: "totp",
      friendly_name: "My app",
      totp: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/) },
    });
    const { qr_code: picture, uri } = (data as { totp: { qr_code: string; uri: string } }).totp;
    expect(picture).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(decodeURIComponent(uri)).toContain(`Tessera Test:${email}`);
    const shown = (await auth.getUser()).data.user?.factors;
    expect(shown).toEqual([expect.objectContaining({ id: data!.id, status: "unverified", factor_type: "totp" })]);
    expect(JSON.stringify(shown)).not.toContain("secret");
    expect(shown).toEqual([expect.objectContaining({ phone: null, last_challenged_at: null })]);
    world.clock.set(world.clock.now());
    await auth.mfa.challenge({ factorId: data!.id });
    expect((await auth.getUser()).data.user?.factors).toEqual([
      expect.objectContaining({ phone: null, last_challenged_at: world.clock.now().toISOString() }),
    ]);
  });

  it("raise the session to aal2 when proven [auth.factor-challenge] [auth.factor-verify] [session.aal]", async () => {
    const { auth, email, factorId, secret } = await enrolled();
    const challenge = await auth.mfa.challenge({ factorId });
    expect(challenge.data).toMatchObject({
      type: "totp",
      expires_at: Math.floor(world.clock.now().getTime() / 1000) + 300,
    });
    const { data, error } = await auth.mfa.verify({
      factorId,
      challengeId: challenge.data!.id,
      code: totp(world, secret),
    });
    expect(error).toBeNull();
    expect(aalOf(data!.access_token)).toBe("aal2");
    expect(data!.user.factors).toEqual([expect.objectContaining({ id: factorId, status: "verified" })]);
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
      currentAuthenticationMethods: [
        expect.objectContaining({ method: "totp" }),
        expect.objectContaining({ method: "password" }),
      ],
    });
    const renewed = await auth.refreshSession();
    expect(aalOf(renewed.data.session!.access_token)).toBe("aal2");
    const fresh = world.client();
    await fresh.signInWithPassword({ email, password: PASSWORD });
    expect((await fresh.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    expect((await world.mail(email)).subject).toBe("A second factor was added");
  });

  it("mark the tokens of people who have not given theirs yet, so that services refuse them [session.aal]", async () => {
    const { auth, email, session, factorId, secret } = await enrolled();
    const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
    expect(claimsOf(session.access_token)).not.toHaveProperty("next_aal");
    const proven = await auth.mfa.challengeAndVerify({ factorId, code: totp(world, secret) });
    expect(claimsOf(proven.data!.access_token)).not.toHaveProperty("next_aal");
    const fresh = world.client();
    const half = await fresh.signInWithPassword({ email, password: PASSWORD });
    expect(claimsOf(half.data.session!.access_token)).toMatchObject({ aal: "aal1", next_aal: "aal2" });
    const renewed = await fresh.refreshSession();
    expect(claimsOf(renewed.data.session!.access_token)).toMatchObject({ aal: "aal1", next_aal: "aal2" });
  });

  it("end the person's sessions of lower assurance, and soon the refresh token of before", async () => {
    const { auth, email, session, factorId, secret } = await enrolled();
    const other = world.client();
    await other.signInWithPassword({ email, password: PASSWORD });
    await auth.mfa.challengeAndVerify({ factorId, code: totp(world, secret) });
    expect((await other.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    world.clock.advance(10_001);
    const old = await world.call("POST", "token?grant_type=refresh_token", { refresh_token: session.refresh_token });
    expect(await old.json()).toMatchObject({ error_code: "refresh_token_not_found" });
    expect((await auth.refreshSession()).error).toBeNull();
  });

  it("sign nobody out whose answer is lost: for ten seconds the token of before leads to the assurance of before", async () => {
    const { auth, session, factorId, secret } = await enrolled();
    await auth.mfa.challengeAndVerify({ factorId, code: totp(world, secret) });
    world.clock.advance(9000);
    const answer = await world.call("POST", "token?grant_type=refresh_token", { refresh_token: session.refresh_token });
    const renewed = (await answer.json()) as { access_token: string; refresh_token: string };
    expect(aalOf(renewed.access_token)).toBe("aal1");
    world.clock.advance(60_000);
    const lost = world.client();
    expect((await lost.setSession(renewed)).error).toBeNull();
    expect(aalOf((await lost.refreshSession()).data.session!.access_token)).toBe("aal1");
    expect((await lost.mfa.challengeAndVerify({ factorId, code: totp(world, secret) })).error).toBeNull();
    expect((await auth.refreshSession()).error).toBeNull();
    expect(aalOf((await auth.getSession()).data.session!.access_token)).toBe("aal2");
  });

  it("are not for somebody anonymous", async () => {
    const anonymous = await startIdentity({ IDENTITY_ANONYMOUS: "true" });
    const auth = anonymous.client();
    await auth.signInAnonymously();
    expect((await auth.mfa.enroll({ factorType: "totp", friendlyName: "App" })).error).toMatchObject({
      status: 403,
      code: "no_authorization",
      message: "Anonymous user not allowed to perform these actions",
    });
    await anonymous.stop();
  });

  it("leave an access token of before what it was", async () => {
    const { auth, session, factorId, secret } = await enrolled();
    await auth.mfa.challengeAndVerify({ factorId, code: totp(world, secret) });
    const answer = await world.call("DELETE", `factors/${factorId}`, undefined, bearer(session.access_token));
    expect([answer.status, await answer.json()]).toEqual([
      422,
      expect.objectContaining({ error_code: "insufficient_aal" }),
    ]);
  });

  it("take no code twice, nor an older one after a newer", async () => {
    const { email, id, secret } = await world
      .person()
      .then(async (person) => ({ ...person, ...(await withTotp(world, person.auth)) }));
    const code = totp(world, secret);
    const older = totp(world, secret, -1);
    const first = world.client();
    await first.signInWithPassword({ email, password: PASSWORD });
    expect((await first.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull();
    for (const replayed of [code, older]) {
      const thief = world.client();
      await thief.signInWithPassword({ email, password: PASSWORD });
      expect((await thief.mfa.challengeAndVerify({ factorId: id, code: replayed })).error).toMatchObject({
        status: 422,
        code: "mfa_verification_failed",
        message: "Invalid TOTP code entered",
      });
    }
  });

  it("refuse a challenge that is spent, of another address, over, or answered wrongly five times", async () => {
    const { auth, session, factorId, secret } = await enrolled();
    const verify = async (challengeId: string, code: string, token = session.access_token) => {
      const answer = await world.call(
        "POST",
        `factors/${factorId}/verify`,
        { challenge_id: challengeId, code },
        bearer(token),
      );
      return { status: answer.status, ...((await answer.json()) as { error_code?: string; access_token?: string }) };
    };
    const wrong = totp(world, secret, 500);
    const guessed = (await auth.mfa.challenge({ factorId })).data!.id;
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await verify(guessed, wrong)).toMatchObject({ status: 422, error_code: "mfa_verification_failed" });
    expect(await verify(guessed, totp(world, secret))).toMatchObject({
      status: 422,
      error_code: "mfa_challenge_expired",
    });
    expect(await verify("00000000-0000-4000-8000-000000000000", totp(world, secret))).toMatchObject({
      status: 422,
      error_code: "mfa_factor_not_found",
    });
    const spent = (await auth.mfa.challenge({ factorId })).data!.id;
    const elsewhere = (await auth.mfa.challenge({ factorId })).data!.id;
    await world.setChallenge(elsewhere, { ip: "203.0.113.9" });
    expect(await verify(elsewhere, totp(world, secret))).toMatchObject({
      status: 422,
      error_code: "mfa_ip_address_mismatch",
    });
    const { access_token } = await verify(spent, totp(world, secret));
    world.clock.advance(30_000);
    expect(await verify(spent, totp(world, secret), access_token)).toMatchObject({
      status: 422,
      error_code: "mfa_ip_address_mismatch",
    });
    const answer = await world.call("POST", `factors/${factorId}/challenge`, {}, bearer(access_token!));
    const { id } = (await answer.json()) as { id: string };
    world.clock.advance(300_001);
    expect(await verify(id, totp(world, secret), access_token)).toMatchObject({
      status: 422,
      error_code: "mfa_challenge_expired",
    });
  });

  it("belong to one person: nobody else challenges, proves or removes them", async () => {
    const { factorId, secret, auth } = await enrolled();
    const challengeId = (await auth.mfa.challenge({ factorId })).data!.id;
    const stranger = await world.person();
    const outcomes = [
      await stranger.auth.mfa.challenge({ factorId }),
      await stranger.auth.mfa.verify({ factorId, challengeId, code: totp(world, secret) }),
      await stranger.auth.mfa.unenroll({ factorId }),
    ];
    for (const { error } of outcomes) expect(error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
  });

  it("are forgotten when not proven within five minutes, and lost to a proven one of their type", async () => {
    const { auth, factorId, secret } = await enrolled();
    world.clock.advance(300_001);
    expect((await auth.mfa.challenge({ factorId })).error).toMatchObject({ code: "mfa_factor_not_found" });
    expect((await auth.mfa.listFactors()).data?.all).toEqual([]);
    const again = await auth.mfa.enroll({ factorType: "totp", friendlyName: "App" });
    await auth.mfa.enroll({ factorType: "totp", friendlyName: "Left" });
    const proven = again.data as { id: string; totp: { secret: string } };
    await auth.mfa.challengeAndVerify({ factorId: proven.id, code: totp(world, proven.totp.secret) });
    expect((await auth.mfa.listFactors()).data?.all.map((factor) => factor.friendly_name)).toEqual(["App"]);
    expect(secret).not.toBe(proven.totp.secret);
  });

  it("have names of their own and are ten at most [auth.factor-enroll]", async () => {
    const { auth } = await world.person();
    for (let index = 0; index < 10; index++)
      expect((await auth.mfa.enroll({ factorType: "totp", friendlyName: `App ${index}` })).error).toBeNull();
    expect((await auth.mfa.enroll({ factorType: "totp", friendlyName: "One more" })).error).toMatchObject({
      code: "too_many_enrolled_mfa_factors",
    });
    const { auth: other } = await world.person();
    await other.mfa.enroll({ factorType: "totp", friendlyName: "App" });
    expect((await other.mfa.enroll({ factorType: "totp", friendlyName: "App" })).error).toMatchObject({
      code: "mfa_factor_name_conflict",
    });
  });

  it("protect themselves: adding or removing one takes aal2, and what they raised falls with them [auth.factor-unenroll]", async () => {
    const { auth, email } = await world.person();
    const { id, secret } = await withTotp(world, auth);
    const fresh = world.client();
    await fresh.signInWithPassword({ email, password: PASSWORD });
    expect((await fresh.mfa.enroll({ factorType: "totp", friendlyName: "Thief's" })).error).toMatchObject({
      status: 403,
      code: "insufficient_aal",
    });
    expect((await fresh.mfa.unenroll({ factorId: id })).error).toMatchObject({ status: 422, code: "insufficient_aal" });
    await fresh.mfa.challengeAndVerify({ factorId: id, code: totp(world, secret) });
    expect((await fresh.mfa.unenroll({ factorId: id })).data).toEqual({ id });
    const { data } = await fresh.refreshSession();
    expect(aalOf(data.session!.access_token)).toBe("aal1");
    const method = JSON.parse(Buffer.from(data.session!.access_token.split(".")[1]!, "base64url").toString()).amr;
    expect(method).toEqual([expect.objectContaining({ method: "password" })]);
  });

  it("guard password and address: without aal2 they stay [auth.user] [session.aal]", async () => {
    const { auth, email } = await world.person();
    await withTotp(world, auth);
    const fresh = world.client();
    await fresh.signInWithPassword({ email, password: PASSWORD });
    const refused = { status: 401, code: "insufficient_aal" };
    expect((await fresh.updateUser({ password: OTHER, current_password: PASSWORD })).error).toMatchObject(refused);
    expect((await fresh.updateUser({ email: `x${email}` })).error).toMatchObject(refused);
    expect((await auth.updateUser({ password: OTHER, current_password: PASSWORD })).error).toBeNull();
  });

  it("keep their secrets sealed in the database", async () => {
    const { factorId, secret } = await enrolled();
    const [row] = await world.database.system((tx) => tx.select().from(factors).where(eq(factors.id, factorId)));
    const kept = JSON.stringify(row) + row!.sealedSecret!.toString("latin1");
    expect(kept).not.toContain(secret);
  });
});

describe("guessing second factors", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_RATE_LIMIT_FACTOR: "1" });
  });
  afterAll(() => world.stop());

  it("is bounded by account, whatever the number of challenges", async () => {
    const { auth } = await world.person();
    const { data } = await auth.mfa.enroll({ factorType: "totp" });
    const outcomes: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 17; attempt++) {
      world.clock.advance(15_000); // the limit by address comes back meanwhile
      outcomes.push((await auth.mfa.challengeAndVerify({ factorId: data!.id, code: "000000" })).error?.code);
    }
    expect(new Set(outcomes)).toEqual(new Set(["mfa_verification_failed", "over_request_rate_limit"]));
  });
});
