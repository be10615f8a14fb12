import { follow, type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../testing/identity-world.ts";

describe("invitations and links", () => {
  let world: IdentityWorld;
  let admin: Awaited<ReturnType<IdentityWorld["admin"]>>;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_MAILER_AUTOCONFIRM: "false" });
    admin = await world.admin();
  });
  afterAll(() => world.stop());

  it("invite by mail; the invitation confirms the address and signs in [auth.invite] [auth.verify]", async () => {
    const email = newAddress();
    const { data, error } = await admin.inviteUserByEmail(email, { data: { team: "one" } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { team: "one" } });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const mail = await world.mail(email);
    expect(mail.subject).toBe("You are invited to Tessera");
    const target = new URLSearchParams((await follow(mail.link)).hash.slice(1));
    expect(target.get("type")).toBe("invite");
    const { data: signedIn } = await world.client().getUser(target.get("access_token")!);
    expect(signedIn.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
    world.clock.advance(120_000);
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: "email_exists" });
  });

  it("take away the password of a stranger who signed up with the address first", async () => {
    const email = newAddress();
    await world.client().signUp({ email, password: "the stranger's own" });
    world.clock.advance(120_000);
    await admin.inviteUserByEmail(email);
    const { token } = await world.mail(email);
    await world.client().verifyOtp({ type: "invite", token_hash: token });
    expect((await world.client().signInWithPassword({ email, password: "the stranger's own" })).error).toMatchObject({
      code: "invalid_credentials",
    });
  });

  it("can be invited again while the invitation is open", async () => {
    const email = newAddress();
    await admin.inviteUserByEmail(email);
    await world.mail(email);
    world.clock.advance(120_000);
    expect((await admin.inviteUserByEmail(email)).error).toBeNull();
    expect(await world.mails(email)).toHaveLength(2);
  });

  it("make a link of each type, and send none [auth.generate-link]", async () => {
    const email = newAddress();
    const signUp = await admin.generateLink({
      type: "signup",
      email,
      password: PASSWORD,
      options: { data: { name: "Ada" } },
    });
    expect(signUp.data.properties).toMatchObject({
      verification_type: "signup",
      email_otp: expect.stringMatching(/^\d{6}$/),
    });
    expect(signUp.data.user).toMatchObject({ email, user_metadata: { name: "Ada" } });
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      code: "email_not_confirmed",
    });
    expect(new URLSearchParams((await follow(signUp.data.properties!.action_link)).hash.slice(1)).get("type")).toBe(
      "signup",
    );
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();

    const recovery = await admin.generateLink({ type: "recovery", email });
    const recovered = await world
      .client()
      .verifyOtp({ type: "recovery", token_hash: recovery.data.properties!.hashed_token });
    expect(recovered.data.user?.email).toBe(email);

    const magic = await admin.generateLink({ type: "magiclink", email });
    const byCode = await world
      .client()
      .verifyOtp({ type: "magiclink", email, token: magic.data.properties!.email_otp });
    expect(byCode.data.user?.email).toBe(email);

    const newEmail = newAddress();
    const current = await admin.generateLink({ type: "email_change_current", email, newEmail });
    const fresh = await admin.generateLink({ type: "email_change_new", email, newEmail });
    expect(current.data.user).toMatchObject({ email, new_email: newEmail });
    expect((await follow(current.data.properties!.action_link)).searchParams.get("error")).toBeNull();
    await follow(fresh.data.properties!.action_link);
    expect(await world.user(newEmail)).not.toBeNull();

    const invited = await admin.generateLink({ type: "invite", email: newAddress() });
    expect(invited.data.user?.invited_at).toEqual(expect.any(String));
    expect((await world.mails(email)).map((mail) => mail.subject)).toEqual(["Your e-mail address was changed"]);
  });

  it("refuse what leads nowhere [auth.generate-link]", async () => {
    const nobody = newAddress();
    const email = newAddress();
    await admin.createUser({ email, email_confirm: true });
    const refused = async (type: string, more: object = {}) =>
      (await admin.generateLink({ type, email: nobody, ...more } as never)).error?.code;
    expect([await refused("recovery"), await refused("email_change_current", { newEmail: email })]).toEqual([
      "user_not_found",
      "user_not_found",
    ]);
    expect(await refused("signup", { email, password: PASSWORD })).toBe("email_exists");
    expect(await refused("signup", { password: "short" })).toBe("weak_password");
    expect(await refused("signup")).toBe("validation_failed");
    expect(await refused("reauthentication")).toBe("validation_failed");
    expect(await world.user(nobody)).toBeNull();
  });

  it("lead only to listed addresses", async () => {
    const { data } = await admin.generateLink({
      type: "magiclink",
      email: newAddress(),
      options: { redirectTo: "https://evil.example/" },
    });
    expect(data.properties?.redirect_to).toBe(`${world.url}/confirm`);
    expect((await follow(data.properties!.action_link)).origin).toBe(world.url);
  });
});
