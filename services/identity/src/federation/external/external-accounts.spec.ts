/** How identity providers answer; other specs here run the statements. @databases one */
import { randomUUID } from "node:crypto";
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";
import type { ExternalAccount } from "../../users/external-account.ts";
import { ExternalAccounts } from "./external-accounts.ts";

const from = { ip: "127.0.0.1", userAgent: "test" };

describe("an account proved elsewhere", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_MAILER_AUTOCONFIRM: "false" });
  });
  afterAll(() => world.stop());

  const proved = (change: Partial<ExternalAccount> = {}): ExternalAccount => {
    const email = change.email === undefined ? newAddress() : change.email;
    const providerId = randomUUID();
    const data = { sub: providerId, email, full_name: "Ada Halvorsen" };
    return { provider: "acme", providerId, emailVerified: true, data, ...change, email };
  };
  const signIn = (account: ExternalAccount, method = "oauth") =>
    world.application.nest.get(ExternalAccounts).signIn(account, method, from);
  const providersOf = ({ user, identities }: Awaited<ReturnType<typeof signIn>>) => ({
    app: user.appMetadata,
    identities: identities.map(({ provider }) => provider).sort(),
  });
  const signUp = async (email: string) => {
    const auth = world.client();
    await auth.signUp({ email, password: PASSWORD, options: { data: { full_name: "Mallory" } } });
    return auth;
  };
  const confirmed = async (email: string) => {
    const auth = await signUp(email);
    await auth.verifyOtp({ email, token: (await world.mail(email)).code, type: "signup" });
    return (await world.user(email))!;
  };

  it("makes a new account, once, with the address it proves", async () => {
    const account = proved();
    const [first, second] = await Promise.all([signIn(account), signIn(account)]);
    expect(first!.user.id).toBe(second!.user.id);
    expect(first!.user).toMatchObject({
      email: account.email,
      emailConfirmedAt: expect.any(Date),
      lastSignInAt: expect.any(Date),
    });
    expect(first!.user.userMetadata).toMatchObject({ full_name: "Ada Halvorsen" });
    expect(providersOf(second!)).toEqual({
      app: expect.objectContaining({ provider: "acme", providers: ["acme"] }),
      identities: ["acme"],
    });
    expect(second!.session.amr).toEqual([{ method: "oauth", timestamp: expect.any(Number) }]);
  });

  it("belongs to the account that has proved the same address, whose person gets a mail", async () => {
    const email = newAddress();
    const user = await confirmed(email);
    const opened = await signIn(proved({ email }));
    expect(opened.user.id).toBe(user.id);
    expect(opened.user.userMetadata).toMatchObject({ full_name: "Mallory" });
    expect(providersOf(opened)).toMatchObject({
      app: { provider: "email", providers: ["email", "acme"] },
      identities: ["acme", "email"],
    });
    expect((await world.mail(email)).subject).toBe("A way to sign in was added");
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it("is a stranger's to an account whose address it does not prove, and gets no address", async () => {
    const email = newAddress();
    const user = await confirmed(email);
    const opened = await signIn(proved({ email, emailVerified: false }));
    expect(opened.user.id).not.toBe(user.id);
    expect(opened.user.email).toBeNull();
  });

  it("takes over a sign-up that nobody confirmed, and its password opens nothing", async () => {
    const email = newAddress();
    await signUp(email);
    const { link } = await world.mail(email);
    const opened = await signIn(proved({ email }));
    expect(opened.user).toMatchObject({ email, emailConfirmedAt: expect.any(Date), passwordHash: null });
    expect(opened.user.userMetadata).toMatchObject({ full_name: "Ada Halvorsen" });
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    );
    const old = await fetch(link, { redirect: "manual" });
    expect(old.headers.get("location")).toContain("otp_expired");
  });

  it("is not added to an account that is in use and has only been said to have the address", async () => {
    const email = newAddress();
    const held = proved({ email: null });
    const { user } = await signIn(held);
    await world.setUser(user.id, { email });
    const opened = await signIn(proved({ email }));
    expect(opened.user.id).not.toBe(user.id);
    expect(opened.user.email).toBeNull();
  });

  it("of a company's own service is linked with nothing, and nothing with it", async () => {
    const email = newAddress();
    const user = await confirmed(email);
    const company = await signIn(proved({ provider: `sso:${randomUUID()}`, email }), "sso/saml");
    expect(company.user.id).not.toBe(user.id);
    expect(company.user).toMatchObject({ email, isSsoUser: true });
    const other = newAddress();
    const taken = await signIn(proved({ provider: `sso:${randomUUID()}`, email: other }), "sso/saml");
    const own = await signIn(proved({ email: other }));
    expect(own.user.id).not.toBe(taken.user.id);
    expect(own.user.email).toBe(other);
    const asked = await world.call("POST", "token?grant_type=password", { email: other, password: PASSWORD });
    expect(asked.status).toBe(400);
  });

  it("does not sign in who is banned", async () => {
    const account = proved();
    const { user } = await signIn(account);
    await world.setUser(user.id, { bannedUntil: new Date(Date.now() + 3_600_000) });
    await expect(signIn(account)).rejects.toMatchObject({ code: "user_banned" });
    expect((await world.audit()).at(-1)).toMatchObject({ action: "sign_in_failed", userId: user.id });
  });

  it("makes no account where sign-up is closed, and lets in who has one", async () => {
    const closed = await startIdentity({ IDENTITY_SIGNUP: "false", IDENTITY_MAILER_AUTOCONFIRM: "false" });
    const accounts = closed.application.nest.get(ExternalAccounts);
    await expect(accounts.signIn(proved(), "oauth", from)).rejects.toMatchObject({
      status: 422,
      code: "signup_disabled",
    });
    const email = newAddress();
    await (await closed.admin()).inviteUserByEmail(email);
    expect((await accounts.signIn(proved({ email }), "oauth", from)).user.email).toBe(email);
    await closed.stop();
  });

  it("is kept within bounds", async () => {
    const { user, identities } = await signIn(
      proved({ data: { sub: "1", nul: "a\0b", half: "\ud800", large: "x".repeat(5000), ok: "é" } }),
    );
    expect(identities[0]!.identityData).toEqual({ sub: "1", ok: "é" });
    expect(Object.keys(user.userMetadata).sort()).toEqual(["ok", "sub"]);
  });
});
