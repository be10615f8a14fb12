/** What a person may change of an account, and how; other specs here run the statements. @databases one */
import { addressChanged } from "@tessera/contracts-identity/events.ts";
import { subscriber } from "@tessera/testing/subscriber.ts";
import { follow, type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

const OTHER = "another quite long one";
const MINUTES = 60_000;

describe("one's own account", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  it("is shown to its person [auth.user]", async () => {
    const { auth, email, user } = await world.person();
    const { data } = await auth.getUser();
    expect(data.user).toMatchObject({ id: user.id, email, phone: "", factors: [], confirmed_at: expect.any(String) });
    expect(JSON.stringify(data)).not.toContain("argon2");
  });

  it("takes metadata, entry by entry; a null takes one away [auth.user]", async () => {
    const { auth } = await world.person();
    await auth.updateUser({ data: { name: "Ada", town: "London" } });
    const { data } = await auth.updateUser({ data: { name: "Grace", town: null } });
    expect(data.user?.user_metadata).toEqual({ name: "Grace" });
    expect((await auth.refreshSession()).data.user?.user_metadata).toEqual({ name: "Grace" });
  });

  it("gives nobody rights: app_metadata and role are not the person's to set", async () => {
    const { auth, session } = await world.person();
    const body = { app_metadata: { admin: true }, role: "service_role", data: { fine: true } };
    await world.call("PUT", "user", body, { authorization: `Bearer ${session.access_token}` });
    const { data } = await auth.getUser();
    expect(data.user).toMatchObject({
      role: "authenticated",
      app_metadata: { provider: "email", providers: ["email"] },
    });
  });

  it("changes its password with the current one, and ends the other sessions [auth.user]", async () => {
    const { auth, email } = await world.person();
    const other = world.client();
    await other.signInWithPassword({ email, password: PASSWORD });
    const { error } = await auth.updateUser({ password: OTHER, current_password: PASSWORD });
    expect(error).toBeNull();
    expect((await other.refreshSession()).error).not.toBeNull();
    expect((await auth.refreshSession()).error).toBeNull();
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      code: "invalid_credentials",
    });
    expect((await world.client().signInWithPassword({ email, password: OTHER })).error).toBeNull();
    expect((await world.mail(email)).subject).toBe("Your password was changed");
  });

  it("keeps its password when the proof is missing or wrong [auth.user]", async () => {
    const { auth, email } = await world.person();
    const without = await auth.updateUser({ password: OTHER });
    const wrong = await auth.updateUser({ password: OTHER, current_password: "not mine" });
    const nonce = await auth.updateUser({ password: OTHER, nonce: "000000" });
    expect(without.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
    expect(wrong.error).toMatchObject({ status: 400, code: "current_password_invalid" });
    expect(nonce.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it("changes its password with the nonce of a mail, once", async () => {
    const { auth, email } = await world.person();
    expect((await auth.reauthenticate()).error).toBeNull();
    const { code, text } = await world.mail(email);
    expect(text).not.toMatch(/https?:/);
    expect((await auth.updateUser({ password: OTHER, nonce: code })).error).toBeNull();
    expect((await auth.updateUser({ password: PASSWORD, nonce: code })).error).toMatchObject({
      code: "reauthentication_not_valid",
    });
  });

  it("refuses the password it has already, and weak ones [auth.user]", async () => {
    const { auth } = await world.person();
    const same = await auth.updateUser({ password: PASSWORD, current_password: PASSWORD });
    const weak = await auth.updateUser({ password: "Password123!", current_password: PASSWORD });
    expect(same.error).toMatchObject({ status: 422, code: "same_password" });
    expect(weak.error).toMatchObject({ status: 422, code: "weak_password", reasons: ["pwned"] });
  });

  it("refuses an address that another account has, where addresses are not confirmed [auth.user]", async () => {
    const { auth } = await world.person();
    const { email } = await world.person();
    expect((await auth.updateUser({ email })).error).toMatchObject({ status: 422, code: "email_exists" });
  });

  it("writes nothing when one part of a change is refused", async () => {
    const { auth, email } = await world.person();
    await auth.updateUser({ data: { name: "Ada" }, password: OTHER, current_password: "not mine" });
    expect((await world.user(email))?.userMetadata).toEqual({});
  });
});

const published: { userId: string; email: string }[] = [];

const listener = subscriber((events) =>
  events.on(addressChanged, "listener", async (event) => void published.push(event)),
);

describe("a change of address", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_MAILER_AUTOCONFIRM: "false" }, { beside: [listener] });
  });
  afterAll(() => world.stop());

  async function person() {
    const email = newAddress();
    const auth = world.client();
    await auth.signUp({ email, password: PASSWORD });
    await auth.exchangeCodeForSession((await follow((await world.mail(email)).link)).searchParams.get("code")!);
    world.clock.advance(2 * MINUTES);
    return { email, auth };
  }

  it("is made when both mailboxes agree, in either order [auth.user] [auth.verify]", async () => {
    for (const firstIsOld of [true, false]) {
      const { email, auth } = await person();
      const newEmail = newAddress();
      const asked = await auth.updateUser({ email: newEmail });
      expect(asked.data.user).toMatchObject({ email, new_email: newEmail, email_change_sent_at: expect.any(String) });
      const links = [(await world.mail(email)).link, (await world.mail(newEmail)).link];
      if (!firstIsOld) links.reverse();
      const half = await follow(links[0]!);
      expect(half.searchParams.get("message")).toMatch(/proceed to confirm link sent to the other email/);
      expect((await auth.getUser()).data.user?.email).toBe(email);
      const whole = await follow(links[1]!);
      expect(whole.searchParams.get("code")).toEqual(expect.any(String));
      const { data } = await auth.getUser();
      expect(data.user).toMatchObject({ email: newEmail });
      expect(data.user?.new_email).toBeUndefined();
      expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: newEmail });
      expect((await world.mail(email)).subject).toBe("Your e-mail address was changed");
    }
  });

  it("is published once confirmed, and other changes are not", async () => {
    const { email, auth } = await person();
    const newEmail = newAddress();
    published.length = 0;
    await auth.updateUser({ data: { town: "London" }, email: newEmail });
    const links = [(await world.mail(email)).link, (await world.mail(newEmail)).link];
    await follow(links[0]!);
    await world.jobsIdle();
    expect(published).toEqual([]);
    await follow(links[1]!);
    await world.jobsIdle();
    const { data } = await auth.getUser();
    expect(published).toEqual([{ userId: data.user?.id, email: newEmail }]);
  });

  it("takes codes as well; the first half answers without a session [auth.verify]", async () => {
    const { email, auth } = await person();
    const newEmail = newAddress();
    await auth.updateUser({ email: newEmail });
    const codes = { old: (await world.mail(email)).code, new: (await world.mail(newEmail)).code };
    const half = await world.call("POST", "verify", { type: "email_change", email, token: codes.old });
    expect([half.status, await half.json()]).toEqual([200, { msg: expect.stringMatching(/other email/), code: "200" }]);
    const { data } = await world.client().verifyOtp({ type: "email_change", email: newEmail, token: codes.new });
    expect(data.session?.user.email).toBe(newEmail);
  });

  it("is not made by one mailbox twice, nor by an older link", async () => {
    const { email, auth } = await person();
    const newEmail = newAddress();
    await auth.updateUser({ email: newEmail });
    const { link } = await world.mail(newEmail);
    await follow(link);
    expect((await follow(link)).searchParams.get("error_code")).toBe("otp_expired");
    world.clock.advance(2 * MINUTES);
    await auth.updateUser({ email: newAddress() });
    expect((await follow((await world.mail(email)).link)).searchParams.get("message")).toEqual(expect.any(String));
    expect((await auth.getUser()).data.user?.email).toBe(email);
  });

  it("does not tell that an address is taken: its holder learns of it by mail, without a link [auth.user]", async () => {
    const holder = await person();
    const { auth, email } = await person();
    const answers = [];
    for (const newEmail of [newAddress(), holder.email]) {
      world.clock.advance(2 * MINUTES);
      const { data, error } = await auth.updateUser({ email: newEmail });
      expect(error).toBeNull();
      expect(data.user?.new_email).toBe(newEmail);
      answers.push(Object.keys(data.user!).sort());
      expect((await world.mail(email)).subject).toBe("Confirm the change of your e-mail address");
    }
    expect(answers[1]).toEqual(answers[0]);
    const notice = await world.mail(holder.email);
    expect([notice.subject, notice.link, notice.code]).toEqual([
      "Your address was entered for another account",
      "",
      "",
    ]);
    await follow((await world.mail(email)).link);
    expect((await auth.getUser()).data.user?.email).toBe(email);
    expect((await holder.auth.getUser()).data.user?.email).toBe(holder.email);
  });

  it("does not take an address that somebody signed up with meanwhile", async () => {
    const { email, auth } = await person();
    const newEmail = newAddress();
    await auth.updateUser({ email: newEmail });
    const links = [(await world.mail(email)).link, (await world.mail(newEmail)).link];
    await follow(links[0]!);
    world.clock.advance(2 * MINUTES);
    await world.client().signUp({ email: newEmail, password: OTHER });
    expect((await follow(links[1]!)).searchParams.get("error_code")).toBe("email_exists");
    expect((await auth.getUser()).data.user?.email).toBe(email);
  });

  it("needs a recent sign-in or the password [auth.user]", async () => {
    const { email, auth } = await person();
    world.clock.advance(16 * MINUTES);
    const newEmail = newAddress();
    expect((await auth.updateUser({ email: newEmail })).error).toMatchObject({
      status: 400,
      code: "reauthentication_needed",
    });
    expect((await auth.updateUser({ email: newEmail, current_password: PASSWORD })).error).toBeNull();
    expect((await world.mails(newEmail)).length).toBe(1);
    expect((await world.user(email))?.newEmail).toBe(newEmail);
  });

  it("takes the nonce of a mail once", async () => {
    const { email, auth } = await person();
    world.clock.advance(16 * MINUTES);
    await auth.reauthenticate();
    const { code } = await world.mail(email);
    world.clock.advance(2 * MINUTES);
    expect((await auth.updateUser({ email: newAddress(), nonce: code })).error).toBeNull();
    world.clock.advance(2 * MINUTES);
    expect((await auth.updateUser({ email: newAddress(), nonce: code })).error).toMatchObject({
      code: "reauthentication_not_valid",
    });
  });
});
