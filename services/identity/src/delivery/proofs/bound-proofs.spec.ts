import { holdMessages } from "../../testing/held-queue.ts";
import {
  follow,
  type IdentityWorld,
  newAddress,
  newPhone,
  PASSWORD,
  startIdentity,
} from "../../testing/identity-world.ts";

const MINUTE = 60_000;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("mailed and texted proofs", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_MAILER_AUTOCONFIRM: "false", TESSERA_ADMINS: "boss@corp.example" });
  });
  afterAll(() => world.stop());

  async function person() {
    const email = newAddress();
    const auth = world.client();
    await auth.signUp({ email, password: PASSWORD });
    const { data } = await auth.verifyOtp({ type: "signup", token_hash: (await world.mail(email)).token });
    world.clock.advance(2 * MINUTE);
    return { email, auth, id: data.user!.id, token: data.session!.access_token };
  }
  const verify = async (body: object) => {
    const answer = await world.call("POST", "verify", body);
    return {
      status: answer.status,
      ...((await answer.json()) as { error_code?: string; access_token?: string; msg?: string }),
    };
  };
  const expired = expect.objectContaining({ status: 403, error_code: "otp_expired" });
  /** Asks for a change, and reads both mails. */
  async function change(from: { email: string; auth: Awaited<ReturnType<typeof person>>["auth"] }, newEmail: string) {
    expect((await from.auth.updateUser({ email: newEmail })).error).toBeNull();
    return { current: (await world.mail(from.email)).token, fresh: (await world.mail(newEmail)).token };
  }
  const redeem = (token: string) => verify({ type: "email_change", token_hash: token });

  it("of one change of address confirm no other, while the mails of the other are not written yet", async () => {
    const mallory = await person();
    const own = await change(mallory, newAddress());
    const held = await holdMessages(world);
    world.clock.advance(2 * MINUTE);
    expect((await mallory.auth.updateUser({ email: "boss@corp.example" })).error).toBeNull();
    expect([await redeem(own.fresh), await redeem(own.current)]).toEqual([expired, expired]);
    expect(await world.user("boss@corp.example")).toBeNull();
    await held.release();
    expect([await redeem(own.fresh), await redeem(own.current)]).toEqual([expired, expired]);
    const again = (await world.mail(mallory.email)).token;
    expect(await redeem(again)).toMatchObject({ status: 200, msg: expect.any(String) });
    expect(await world.user("boss@corp.example")).toBeNull();
    expect((await redeem((await world.mail("boss@corp.example")).token)).status).toBe(200);
  });

  it("count for the very addresses they were made for, whatever changed the account meanwhile", async () => {
    const moving = await person();
    const made = await change(moving, newAddress());
    // As no request does it, which would have ended them: by a statement of its own.
    const wanted = newAddress();
    await world.setUser(moving.id, { newEmail: wanted });
    expect([await redeem(made.current), await redeem(made.fresh)]).toEqual([expired, expired]);
    expect(await world.user(wanted)).toBeNull();
    const moved = await person();
    await world.client().resetPasswordForEmail(moved.email);
    const { token } = await world.mail(moved.email);
    await world.setUser(moved.id, { email: newAddress() });
    expect(await verify({ type: "recovery", token_hash: token })).toEqual(expired);
  });

  it("count halves of their own change alone", async () => {
    const mallory = await person();
    const first = await change(mallory, newAddress());
    expect((await redeem(first.current)).msg).toEqual(expect.any(String));
    world.clock.advance(2 * MINUTE);
    const wanted = newAddress();
    const second = await change(mallory, wanted);
    expect(await redeem(first.fresh)).toEqual(expired);
    expect((await redeem(second.fresh)).msg).toEqual(expect.any(String));
    expect(await world.user(wanted)).toBeNull();
  });

  it("of one mailbox count once, however often it agrees", async () => {
    const { email, auth } = await person();
    const admin = await world.admin();
    const newEmail = newAddress();
    await change({ email, auth }, newEmail);
    for (let time = 0; time < 2; time++) {
      const { data } = await admin.generateLink({ type: "email_change_new", email, newEmail });
      expect((await redeem(data.properties!.hashed_token)).msg).toEqual(expect.any(String));
    }
    expect(await world.user(newEmail)).toBeNull();
  });

  it("of requests that were queued one after the other are written for the newest alone", async () => {
    const { email, auth } = await person();
    const [given, wanted] = [newAddress(), newAddress()];
    const held = await holdMessages(world);
    await auth.updateUser({ email: given });
    world.clock.advance(2 * MINUTE);
    await auth.updateUser({ email: wanted });
    await held.release();
    expect(await world.mails(given)).toEqual([]);
    const subjects = (await world.mails(email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "Confirm the change of your e-mail address")).toHaveLength(1);
    expect(await world.mails(wanted)).toHaveLength(1);
  });

  it("end with the request for the next one, not with its mail", async () => {
    const { email, auth } = await person();
    const admin = await world.admin();
    const invited = newAddress();
    await admin.inviteUserByEmail(invited);
    const nonceOf = async () => (await world.mail(email)).code;
    const asks: [string, () => Promise<unknown>, () => Promise<object>][] = [
      [
        "recovery",
        () => world.client().resetPasswordForEmail(email),
        async () => ({ type: "recovery", token_hash: (await world.mail(email)).token }),
      ],
      [
        "magiclink",
        () => world.client().signInWithOtp({ email }),
        async () => ({ type: "magiclink", token_hash: (await world.mail(email)).token }),
      ],
      [
        "invite",
        () => admin.inviteUserByEmail(invited),
        async () => ({ type: "invite", token_hash: (await world.mail(invited)).token }),
      ],
    ];
    for (const [kind, ask, proof] of asks) {
      world.clock.advance(2 * MINUTE);
      await ask();
      const first = await proof();
      const held = await holdMessages(world);
      world.clock.advance(2 * MINUTE);
      await ask();
      expect([kind, await verify(first)]).toEqual([kind, expired]);
      await held.release();
      expect([kind, (await verify(await proof())).status]).toEqual([kind, 200]);
    }
    world.clock.advance(2 * MINUTE);
    await auth.reauthenticate();
    const nonce = await nonceOf();
    const held = await holdMessages(world);
    world.clock.advance(2 * MINUTE);
    await auth.reauthenticate();
    const refused = await auth.updateUser({ password: "another quite long one", nonce });
    expect(refused.error).toMatchObject({ code: "reauthentication_not_valid" });
    await held.release();
  });

  it("of a sign-up end with the resent one of the same sign-up", async () => {
    const email = newAddress();
    await world.client().signUp({ email, password: PASSWORD });
    const { token } = await world.mail(email);
    const held = await holdMessages(world);
    world.clock.advance(2 * MINUTE);
    await world.client().resend({ type: "signup", email });
    expect(await verify({ type: "signup", token_hash: token })).toEqual(expired);
    await held.release();
    expect((await verify({ type: "signup", token_hash: (await world.mail(email)).token })).status).toBe(200);
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it("are void once an administrator has changed the address", async () => {
    const admin = await world.admin();
    const { email, auth, id } = await person();
    const { current, fresh } = await change({ email, auth }, newAddress());
    world.clock.advance(2 * MINUTE);
    await world.client().resetPasswordForEmail(email);
    const recovery = (await world.mail(email)).token;
    world.clock.advance(2 * MINUTE);
    await world.client().signInWithOtp({ email });
    const magic = await world.mail(email);
    const held = await holdMessages(world);
    const moved = newAddress();
    expect((await admin.updateUserById(id, { email: moved })).error).toBeNull();
    for (const proof of [
      { type: "email_change", token_hash: current },
      { type: "email_change", token_hash: fresh },
      { type: "recovery", token_hash: recovery },
      { type: "magiclink", token_hash: magic.token },
      { type: "email", email, token: magic.code },
    ])
      expect(await verify(proof)).toEqual(expired);
    expect(await world.user(moved)).not.toBeNull();
    await held.release();
  });

  it("stay void when an administrator gives the address back", async () => {
    const admin = await world.admin();
    const { email, id } = await person();
    await world.client().resetPasswordForEmail(email);
    const { token } = await world.mail(email);
    await admin.updateUserById(id, { email: newAddress() });
    await admin.updateUserById(id, { email });
    expect(await verify({ type: "recovery", token_hash: token })).toEqual(expired);
  });

  it("of an unconfirmed address are void once the account has another", async () => {
    const admin = await world.admin();
    const email = newAddress();
    await world.client().signUp({ email, password: PASSWORD });
    const { token } = await world.mail(email);
    const other = newAddress();
    await admin.updateUserById((await world.user(email))!.id, { email: other, email_confirm: false });
    expect(await verify({ type: "signup", token_hash: token })).toEqual(expired);
    expect((await world.user(other))?.emailConfirmedAt).toBeNull();
  });

  it("of a new number are for that number of that account", async () => {
    const admin = await world.admin();
    const { auth, id } = await person();
    const [first, second] = [newPhone(), newPhone()];
    await auth.updateUser({ phone: first });
    const { code } = await world.text(first);
    const held = await holdMessages(world);
    world.clock.advance(2 * MINUTE);
    await auth.updateUser({ phone: second });
    for (const phone of [first, second])
      expect(await verify({ type: "phone_change", phone, token: code })).toEqual(expired);
    await held.release();
    const { code: right } = await world.text(second);
    await admin.updateUserById(id, { phone: newPhone() });
    expect(await verify({ type: "phone_change", phone: second, token: right })).toEqual(expired);
  });

  it("open by a change no session that proves a sign-in: neither for a password nor for an address", async () => {
    const { auth, token } = await person();
    world.clock.advance(13 * MINUTE);
    const phone = newPhone();
    await auth.updateUser({ phone, current_password: PASSWORD });
    const { access_token } = await verify({ type: "phone_change", phone, token: (await world.text(phone)).code });
    const claims = JSON.parse(Buffer.from(access_token!.split(".")[1]!, "base64url").toString());
    expect(claims.amr).toEqual([expect.objectContaining({ method: "phone_change" })]);
    for (const body of [{ password: "the thief's own password" }, { email: newAddress() }, { phone: newPhone() }]) {
      const answer = await world.call("PUT", "user", body, bearer(access_token!));
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ error_code: "reauthentication_needed" }),
      ]);
    }
    expect(token).not.toBe(access_token);
  });

  it("lead to the product's page, which spends nothing by being opened, and elsewhere by the contract's way", async () => {
    const { email } = await person();
    await world.client().signInWithOtp({ email });
    const { href, token } = await world.mail(email);
    expect(href).toBe(`${world.url}/confirm?token_hash=${token}&type=magiclink`);
    world.clock.advance(2 * MINUTE);
    await world.client().signInWithOtp({ email, options: { emailRedirectTo: `${world.url}/` } });
    const mail = await world.mail(email);
    expect(mail.href).toMatch(`${world.url}/auth/v1/verify?token=`);
    expect((await follow(mail.href)).searchParams.get("code")).toEqual(expect.any(String));
  });
});
