import type { GoTrueClient } from "@supabase/supabase-js";
import { Maintenance } from "../core/maintenance.ts";
import { type Authenticator, authenticator, type Otherwise } from "../testing/authenticator.ts";
import { aalOf, totp, withTotp } from "../testing/codes.ts";
import { type IdentityWorld, PASSWORD, startIdentity } from "../testing/identity-world.ts";

const MINUTE = 60_000;
const failed = expect.objectContaining({ status: 400, code: "webauthn_verification_failed" });
const spent = expect.objectContaining({ status: 400, code: "webauthn_challenge_not_found" });

describe("passkeys", () => {
  let world: IdentityWorld;
  let origin: string;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_PASSKEYS_MAX: "3" });
    origin = `http://localhost:${new URL(world.url).port}`;
  });
  afterAll(() => world.stop());

  async function add(auth: GoTrueClient, key: Authenticator, other?: Otherwise, aaguid?: Buffer<ArrayBuffer>) {
    const { data: begun, error } = await auth.passkey.startRegistration();
    if (!begun) return { data: null, error };
    const credential = key.create(begun.options, other, aaguid);
    return auth.passkey.verifyRegistration({ challengeId: begun.challenge_id, credential });
  }
  async function signIn(key: Authenticator, other?: Otherwise, auth = world.client()) {
    const { data: begun } = await auth.passkey.startAuthentication();
    const credential = key.get(begun!.options, other);
    const answer = await auth.passkey.verifyAuthentication({ challengeId: begun!.challenge_id, credential });
    return { auth, begun: begun!, credential, ...answer };
  }
  async function personWithPasskey() {
    const person = await world.person();
    const key = authenticator(origin);
    const { data, error } = await add(person.auth, key);
    expect(error).toBeNull();
    return { ...person, key, passkey: data! };
  }
  const call = async (auth: GoTrueClient, method: string, path: string, body?: object) => {
    const { data } = await auth.getSession();
    const answer = await world.call(method, path, body, { authorization: `Bearer ${data.session!.access_token}` });
    return { status: answer.status, ...(answer.status === 204 ? {} : ((await answer.json()) as object)) };
  };
  const actions = async (userId: string) =>
    (await world.audit())
      .filter((entry) => entry.userId === userId)
      .map(({ action, details }) => ({ action, details }));

  it("sign in without a password, as both factors, and say so in token, list and log", async () => {
    const { key, user, passkey, auth } = await personWithPasskey();
    expect(passkey).toEqual({ id: expect.any(String), friendly_name: "Passkey", created_at: expect.any(String) });
    const { data, begun, error } = await signIn(key);
    expect(error).toBeNull();
    expect(begun.options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(begun.options.allowCredentials ?? []).toEqual([]);
    expect(data!.user!.id).toBe(user.id);
    const claims = JSON.parse(Buffer.from(data!.session!.access_token.split(".")[1]!, "base64url").toString());
    expect(claims).toMatchObject({ aal: "aal2", amr: [{ method: "passkey" }] });
    expect((await auth.passkey.list()).data).toEqual([{ ...passkey, last_used_at: expect.any(String) }]);
    expect(await actions(user.id)).toEqual(
      expect.arrayContaining([
        { action: "passkey_added", details: { name: "Passkey" } },
        { action: "signed_in", details: { method: "passkey" } },
      ]),
    );
  });

  it("are asked for as discoverable and checked by the device, and not twice from one authenticator", async () => {
    const { auth, key, user } = await personWithPasskey();
    const { data } = await auth.passkey.startRegistration();
    expect(data!.options).toMatchObject({
      rp: { id: "localhost", name: "Tessera" },
      user: { id: Buffer.from(user.id).toString("base64url"), name: user.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: expect.any(String), type: "public-key" }],
    });
    expect((await add(auth, key)).error).toMatchObject({ status: 422, code: "webauthn_credential_exists" });
    const other = await world.person();
    expect((await add(other.auth, key)).error).toMatchObject({ status: 422, code: "webauthn_credential_exists" });
  });

  it("are signed for this product, this challenge and this act alone", async () => {
    const { key, user } = await personWithPasskey();
    const wrong: Otherwise[] = [
      { origin: "https://evil.example" },
      { origin: `http://localhost.evil.example:${new URL(origin).port}` },
      { rpId: "evil.example" },
      { challenge: Buffer.alloc(32).toString("base64url") },
      { type: "webauthn.create" },
      { verified: false },
      { userHandle: null },
      { userHandle: Buffer.from(crypto.randomUUID()).toString("base64url") },
    ];
    for (const other of wrong) expect([other, (await signIn(key, other)).error]).toEqual([other, failed]);
    const stranger = authenticator(origin);
    stranger.create({ challenge: "", user: { id: Buffer.from(user.id).toString("base64url") } });
    expect((await signIn(stranger)).error).toEqual(failed);
    const { auth } = await world.person();
    for (const other of wrong.slice(0, 4).concat({ type: "webauthn.get" }, { verified: false }))
      expect([other, (await add(auth, authenticator(origin), other)).error]).toEqual([other, failed]);
    expect((await signIn(key)).error).toBeNull();
  });

  it("spend a challenge with the first answer, right or wrong, and after five minutes", async () => {
    const { key } = await personWithPasskey();
    const { begun, credential, error } = await signIn(key);
    expect(error).toBeNull();
    const client = world.client();
    const again = (answer = credential, challengeId = begun.challenge_id) =>
      client.passkey.verifyAuthentication({ challengeId, credential: answer });
    expect((await again()).error).toEqual(spent);
    const wrong = await signIn(key, { origin: "https://evil.example" });
    expect((await again(key.get(wrong.begun.options), wrong.begun.challenge_id)).error).toEqual(spent);
    const { data } = await client.passkey.startAuthentication();
    world.clock.advance(5 * MINUTE);
    expect((await again(key.get(data!.options), data!.challenge_id)).error).toMatchObject({
      code: "webauthn_challenge_expired",
    });
    const both = (await client.passkey.startAuthentication()).data!;
    const answers = [key.get(both.options), key.get(both.options)].map((answer) => again(answer, both.challenge_id));
    expect((await Promise.all(answers)).filter((answer) => answer.error === null)).toHaveLength(1);
  });

  it("are added by the session that asked, not by another person's, another session's or a sign-in's challenge", async () => {
    const { auth, email } = await world.person();
    const mine = (await auth.passkey.startRegistration()).data!;
    const other = await world.person();
    const second = world.client();
    await second.signInWithPassword({ email, password: PASSWORD });
    const credential = authenticator(origin).create(mine.options);
    for (const client of [other.auth, second])
      expect((await client.passkey.verifyRegistration({ challengeId: mine.challenge_id, credential })).error).toEqual(
        spent,
      );
    const anybody = (await auth.passkey.startAuthentication()).data!;
    expect((await auth.passkey.verifyRegistration({ challengeId: anybody.challenge_id, credential })).error).toEqual(
      spent,
    );
    const asserted = { challengeId: mine.challenge_id, credential: authenticator(origin).get(mine.options) };
    expect((await auth.passkey.verifyAuthentication(asserted)).error).toEqual(spent);
    expect((await auth.passkey.verifyRegistration({ challengeId: mine.challenge_id, credential })).error).toBeNull();
  });

  it("that count backwards were copied: refused, and shown to their person", async () => {
    const { key, user } = await personWithPasskey();
    expect((await signIn(key, { counter: 7 })).error).toBeNull();
    for (const counter of [7, 6, 0]) expect((await signIn(key, { counter })).error).toEqual(failed);
    expect(await actions(user.id)).toContainEqual({
      action: "sign_in_failed",
      details: { method: "passkey", reason: "copied_passkey" },
    });
    expect((await signIn(key, { counter: 8 })).error).toBeNull();
    const synced = await personWithPasskey();
    for (let time = 0; time < 2; time++) expect((await signIn(synced.key, { counter: 0 })).error).toBeNull();
  });

  it("stand for the second factor: nothing is owed, and what needs a fresh proof takes it", async () => {
    const { key, email, auth } = await personWithPasskey();
    const { secret } = await withTotp(world, auth);
    const strong = await signIn(key);
    expect(aalOf(strong.data!.session!.access_token)).toBe("aal2");
    expect((await strong.auth.getUser()).data.user?.email).toBe(email);
    expect((await add(strong.auth, authenticator(origin))).error).toBeNull();
    world.clock.advance(16 * MINUTE);
    const needed = { code: "reauthentication_needed" };
    expect((await add(strong.auth, authenticator(origin))).error).toMatchObject(needed);
    const half = world.client();
    await half.signInWithPassword({ email, password: PASSWORD });
    expect((await half.passkey.startRegistration()).error).toMatchObject({ code: "insufficient_aal" });
    expect((await half.passkey.list()).error).toMatchObject({ code: "insufficient_aal" });
    const { data } = await half.mfa.listFactors();
    await half.mfa.challengeAndVerify({ factorId: data!.totp[0]!.id, code: totp(world, secret) });
    expect((await half.passkey.startRegistration()).error).toBeNull();
  });

  it("need a fresh proof to be added and removed, and none to be renamed", async () => {
    const { auth, passkey, key } = await personWithPasskey();
    world.clock.advance(16 * MINUTE);
    const needed = { status: 400, code: "reauthentication_needed" };
    expect((await auth.passkey.startRegistration()).error).toMatchObject(needed);
    expect((await auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(needed);
    const renamed = await auth.passkey.update({ passkeyId: passkey.id, friendlyName: " My laptop " });
    expect(renamed.data).toMatchObject({ id: passkey.id, friendly_name: "My laptop" });
    for (const friendlyName of ["", "x".repeat(121), "two\nlines"])
      expect((await auth.passkey.update({ passkeyId: passkey.id, friendlyName })).error).toMatchObject({ status: 400 });
    expect((await call(auth, "POST", "user/proof", { current_password: PASSWORD })).status).toBe(204);
    expect((await auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    expect((await auth.passkey.list()).data).toEqual([]);
    expect((await signIn(key)).error).toEqual(failed);
  });

  it("end, when removed, the sessions that they opened, but for the one that removes them", async () => {
    const { auth, passkey, key } = await personWithPasskey();
    const [opened, remover] = [(await signIn(key)).auth, (await signIn(key)).auth];
    expect((await remover.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    expect((await opened.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await remover.getUser()).error).toBeNull();
    expect((await auth.getUser()).error).toBeNull();
  });

  it("are named after their keeper, a few to an account, each for its own person", async () => {
    const { auth, passkey } = await personWithPasskey();
    const bitwarden = Buffer.from("d548826e79b4db40a3d811116f7e8349", "hex");
    for (const name of ["Bitwarden", "Bitwarden 2"])
      expect((await add(auth, authenticator(origin), {}, bitwarden)).data).toMatchObject({ friendly_name: name });
    expect((await add(auth, authenticator(origin))).error).toMatchObject({ status: 422, code: "too_many_passkeys" });
    const other = await world.person();
    expect((await other.auth.passkey.list()).data).toEqual([]);
    const gone = { status: 404, code: "validation_failed" };
    expect((await other.auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(gone);
    const renamed = await other.auth.passkey.update({ passkeyId: passkey.id, friendlyName: "Mine" });
    expect(renamed.error).toMatchObject(gone);
  });

  it("are refused to people without an account, and to a company's own accounts", async () => {
    const visitor = await startIdentity({ IDENTITY_ANONYMOUS: "true" });
    const { data } = await visitor.client().signInAnonymously();
    const asked = { authorization: `Bearer ${data.session!.access_token}` };
    expect((await visitor.call("POST", "passkeys/registration/options", {}, asked)).status).toBe(403);
    await visitor.stop();
    const { auth, user } = await world.person();
    await world.setUser(user.id, { isSsoUser: true });
    expect((await auth.passkey.startRegistration()).error).toMatchObject({ status: 422, code: "user_sso_managed" });
  });

  it("open nothing for banned people and unconfirmed addresses", async () => {
    const { key, user } = await personWithPasskey();
    await world.setUser(user.id, { emailConfirmedAt: null });
    expect((await signIn(key)).error).toMatchObject({ status: 400, code: "email_not_confirmed" });
    await world.setUser(user.id, { emailConfirmedAt: new Date(), bannedUntil: new Date("2100-01-01") });
    expect((await signIn(key)).error).toMatchObject({ status: 403, code: "user_banned" });
  });

  it("answer anything else in words", async () => {
    const { auth } = await world.person();
    const { data } = await auth.passkey.startAuthentication();
    const credential = { id: "AA", rawId: "AA", type: "public-key", response: {} };
    const nonsense = { clientDataJSON: "AA", authenticatorData: "AA", signature: "AA", attestationObject: "AA" };
    const bodies = [{}, { challenge_id: 1 }, { challenge_id: data!.challenge_id, credential }];
    for (const body of bodies)
      expect((await world.call("POST", "passkeys/authentication/verify", body)).status).toBe(400);
    const garbage = { challenge_id: data!.challenge_id, credential: { ...credential, response: nonsense } };
    expect((await world.call("POST", "passkeys/authentication/verify", garbage)).status).toBe(400);
    const begun = (await auth.passkey.startRegistration()).data!;
    const made = { challenge_id: begun.challenge_id, credential: { ...credential, response: nonsense } };
    expect(await call(auth, "POST", "passkeys/registration/verify", made)).toMatchObject({
      error_code: "webauthn_verification_failed",
    });
  });

  it("are seen and removed by administrators, on record", async () => {
    const { user, passkey, key } = await personWithPasskey();
    const { auth: opened } = await signIn(key);
    const { passkey: admin } = await world.admin();
    expect((await admin.listPasskeys({ userId: user.id })).data).toMatchObject([{ id: passkey.id }]);
    expect((await admin.deletePasskey({ userId: user.id, passkeyId: passkey.id })).error).toBeNull();
    expect((await opened.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect(await actions(user.id)).toContainEqual({ action: "admin_passkey_removed", details: { by: "service key" } });
    expect((await admin.deletePasskey({ userId: user.id, passkeyId: passkey.id })).error).toMatchObject({
      status: 404,
    });
  });

  it("are announced by mail, and taken back from the mailbox: one that was added, and one that was removed", async () => {
    const { auth, email, key } = await personWithPasskey();
    const thief = await signIn(key);
    const mail = await world.mail(email);
    expect(mail.subject).toBe("A passkey was added");
    const post = async (path: string, body: object) => (await world.call("POST", path, body)).json();
    expect(await post("undo/look", { token: mail.undo })).toMatchObject({ kind: "passkey_added" });
    expect(await post("undo", { token: mail.undo, password: PASSWORD })).toMatchObject({ email });
    expect((await thief.auth.getUser()).error).not.toBeNull();
    expect((await signIn(key)).error).toEqual(failed);

    await auth.signInWithPassword({ email, password: PASSWORD });
    const mine = authenticator(origin);
    const { data } = await add(auth, mine);
    await world.mail(email);
    await auth.passkey.delete({ passkeyId: data!.id });
    const removed = await world.mail(email);
    expect(removed.subject).toBe("A passkey was removed");
    expect(await post("undo", { token: removed.undo, password: PASSWORD })).toMatchObject({ email });
    expect((await signIn(mine)).error).toBeNull();
  });

  it("go with their account, and are hidden with a hidden one", async () => {
    const { auth, user } = await personWithPasskey();
    await auth.passkey.startRegistration();
    expect((await call(auth, "DELETE", "user", { current_password: PASSWORD })).status).toBe(204);
    const hidden = await personWithPasskey();
    const admin = await world.admin();
    expect((await admin.deleteUser(hidden.user.id, true)).error).toBeNull();
    const ids = [user.id, hidden.user.id].map((id) => `'${id}'`).join(", ");
    for (const table of ["webauthn_credentials", "webauthn_challenges"])
      expect(
        (await world.database.system((tx) => tx.execute(`select id from identity.${table} where user_id in (${ids})`)))
          .rows,
      ).toEqual([]);
    expect((await signIn(hidden.key)).error).toEqual(failed);
  });

  it("are bounded by address", async () => {
    const limited = await startIdentity({
      IDENTITY_RATE_LIMITS: "address-passkey=3/300",
      IDENTITY_RATE_LIMIT_FACTOR: "1",
    });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++)
      statuses.push((await limited.call("POST", "passkeys/authentication/options", {})).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await limited.stop();
  });

  it("challenges that nobody answers are forgotten", async () => {
    await world.call("POST", "passkeys/authentication/options", {});
    world.clock.advance(5 * MINUTE + 1);
    await world.application.nest.get(Maintenance, { strict: false }).run();
    const left = await world.database.system((tx) => tx.execute("select id from identity.webauthn_challenges"));
    expect(left.rows).toEqual([]);
  });
});
