import { totp, withTotp } from "../../testing/codes.ts";
import {
  follow,
  type IdentityWorld,
  newAddress,
  newPhone,
  PASSWORD,
  startIdentity,
} from "../../testing/identity-world.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OTHER = "the thief's own password";

describe("a change that a mail tells of", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_MAILER_AUTOCONFIRM: "false" });
  });
  afterAll(() => world.stop());

  async function person() {
    const email = newAddress();
    const auth = world.client();
    await auth.signUp({ email, password: PASSWORD });
    await auth.exchangeCodeForSession((await follow((await world.mail(email)).link)).searchParams.get("code")!);
    world.clock.advance(2 * MINUTE);
    return { email, auth };
  }
  const post = async (path: string, body: object) => {
    const answer = await world.call("POST", path, body);
    return {
      status: answer.status,
      ...(answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>)),
    };
  };
  const signIn = async (email: string, password: string) => {
    const auth = world.client();
    return { auth, code: (await auth.signInWithPassword({ email, password })).error?.code ?? "signed in" };
  };
  const gone = expect.objectContaining({ status: 403, error_code: "otp_expired" });

  it("a first factor: the person gets in again with the password alone, and who added it is out", async () => {
    const { email, auth: thief } = await person();
    await withTotp(world, thief);
    const token = (await world.mail(email)).undo;
    expect(await post("undo/look", { token })).toMatchObject({
      status: 200,
      kind: "factor_added",
      email,
      takes: ["password", "code"],
    });
    expect(await post("undo", { token })).toMatchObject({ status: 400, error_code: "reauthentication_needed" });
    expect(await post("undo", { token, password: OTHER })).toMatchObject({
      status: 400,
      error_code: "invalid_credentials",
    });
    expect(await post("undo", { token, code: "000000" })).toMatchObject({
      status: 422,
      error_code: "reauthentication_not_valid",
    });
    expect((await thief.getUser()).error).toBeNull();
    expect(await post("undo", { token, password: PASSWORD })).toMatchObject({ status: 200, email, password: "kept" });
    expect((await thief.getUser()).error).not.toBeNull();
    expect((await thief.refreshSession()).error).not.toBeNull();
    const { auth, code } = await signIn(email, PASSWORD);
    expect(code).toBe("signed in");
    expect((await auth.mfa.listFactors()).data?.all).toEqual([]);
    expect(await post("undo", { token, password: PASSWORD })).toEqual(gone);
    expect((await world.mail(email)).subject).toBe("A change was undone");
  });

  it("a removed factor: it protects the account again", async () => {
    const { email, auth } = await person();
    const { id, secret } = await withTotp(world, auth);
    await world.mail(email);
    await auth.mfa.unenroll({ factorId: id });
    const token = (await world.mail(email)).undo;
    await world.call("POST", "undo/code", { token });
    const { code } = await world.mail(email);
    expect(await post("undo", { token, code })).toMatchObject({ status: 200, password: "kept" });
    const again = (await signIn(email, PASSWORD)).auth;
    expect((await again.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    expect((await again.mfa.challengeAndVerify({ factorId: id, code: totp(world, secret, 1) })).error).toBeNull();
  });

  it("a changed password: neither opens the account, the mailed link for a new one does", async () => {
    const { email, auth: thief } = await person();
    await thief.updateUser({ password: OTHER, current_password: PASSWORD });
    const token = (await world.mail(email)).undo;
    expect(await post("undo", { token, password: PASSWORD })).toMatchObject({ status: 200, password: "void" });
    expect((await thief.getUser()).error).not.toBeNull();
    expect([(await signIn(email, OTHER)).code, (await signIn(email, PASSWORD)).code]).toEqual([
      "invalid_credentials",
      "invalid_credentials",
    ]);
    const mail = (await world.mails(email)).findLast(({ subject }) => subject === "Reset your password")!;
    const link = new URL(/https?:\S+/.exec(mail.text)![0]);
    const auth = world.client();
    await auth.verifyOtp({ type: "recovery", token_hash: link.searchParams.get("token_hash")! });
    expect((await auth.updateUser({ password: "a password of my own" })).error).toBeNull();
  });

  it("a changed address, with everything that was changed after it", async () => {
    const { email, auth: thief } = await person();
    const stolen = newAddress();
    await thief.updateUser({ email: stolen });
    for (const address of [email, stolen])
      await world.client().verifyOtp({ type: "email_change", token_hash: (await world.mail(address)).token });
    const mail = await world.mail(email);
    expect(mail.subject).toBe("Your e-mail address was changed");
    const phone = newPhone();
    await thief.updateUser({ phone });
    await world.client().verifyOtp({ type: "phone_change", phone, token: (await world.text(phone)).code });
    await thief.updateUser({ password: OTHER, current_password: PASSWORD });
    const later = (await world.mail(stolen)).undo;
    await withTotp(world, thief);
    expect(await post("undo/look", { token: mail.undo })).toMatchObject({ kind: "email_changed", takes: ["password"] });
    expect(await post("undo/code", { token: mail.undo })).toMatchObject({ status: 400 });
    expect(await post("undo", { token: mail.undo, password: OTHER })).toMatchObject({
      error_code: "invalid_credentials",
    });
    expect(await post("undo", { token: mail.undo, password: PASSWORD })).toMatchObject({ status: 200, email });
    expect(await world.user(stolen)).toBeNull();
    expect(await world.user(email)).toMatchObject({ phone: null, passwordHash: null });
    expect((await thief.getUser()).error).not.toBeNull();
    expect(await post("undo", { token: later, password: PASSWORD })).toEqual(gone);
  });

  it("cannot be taken back after a week, nor by a link that is none, nor by another's", async () => {
    const { email, auth } = await person();
    await withTotp(world, auth);
    const token = (await world.mail(email)).undo;
    const other = await person();
    expect(await post("undo", { token, password: `${PASSWORD} ` })).toMatchObject({
      error_code: "invalid_credentials",
    });
    expect(await post("undo", { token: "no link", password: PASSWORD })).toEqual(gone);
    expect((await other.auth.getUser()).error).toBeNull();
    world.clock.advance(7 * DAY + 1);
    expect([await post("undo/look", { token }), await post("undo", { token, password: PASSWORD })]).toEqual([
      gone,
      gone,
    ]);
  });

  it("takes no code after five wrong ones", async () => {
    const { email, auth } = await person();
    await withTotp(world, auth);
    const token = (await world.mail(email)).undo;
    await world.call("POST", "undo/code", { token });
    const { code } = await world.mail(email);
    const wrong = code === "123456" ? "654321" : "123456";
    for (let attempt = 0; attempt < 5; attempt++) await post("undo", { token, code: wrong });
    expect(await post("undo", { token, code })).toMatchObject({
      status: 422,
      error_code: "reauthentication_not_valid",
    });
  });

  it("keeps nothing readable of what the account was", async () => {
    const { email, auth } = await person();
    await withTotp(world, auth);
    const { undo } = await world.mail(email);
    const kept = await world.database.system((tx) =>
      tx.execute(
        "select encode(sealed_before, 'escape') as text, encode(link_hash, 'escape') as link from identity.undos",
      ),
    );
    const text = JSON.stringify(kept.rows);
    for (const secret of ["argon2", email, undo]) expect(text).not.toContain(secret);
  });
});
