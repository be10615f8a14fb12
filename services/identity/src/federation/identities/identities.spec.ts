import { type OpenIdProvider, passProvider, startOpenIdProvider } from "@tessera/testing/openid-provider.ts";
import { browser, fragmentOf } from "../../testing/browser.ts";
import { withTotp } from "../../testing/codes.ts";
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

type Auth = ReturnType<IdentityWorld["client"]>;

const settingsOf = (provider: OpenIdProvider) => ({
  IDENTITY_PROVIDERS: "acme",
  IDENTITY_ACME_ISSUER: provider.issuer,
  IDENTITY_ACME_CLIENT_ID: provider.clientId,
  IDENTITY_ACME_CLIENT_SECRET: provider.clientSecret,
});

describe("the accounts a person signs in with", () => {
  let world: IdentityWorld;
  let provider: OpenIdProvider;
  beforeAll(async () => {
    provider = await startOpenIdProvider();
    world = await startIdentity(settingsOf(provider));
    provider.allow(`${world.url}/auth/v1/callback`);
  });
  afterAll(async () => {
    await world.stop();
    await provider.stop();
  });

  let count = 0;
  const newLogin = () => `login${++count}`;
  const acme = { provider: "acme" as "google" };
  /** Where the browser lands that passes the provider from `url` on. */
  const pass = async (url: string, login: string, tab = browser()) =>
    (await tab.open(await passProvider(url, login))).location;
  const link = async (auth: Auth, login: string) => {
    const { data, error } = await auth.linkIdentity({ ...acme, options: { redirectTo: `${world.url}/confirm` } });
    if (error) throw error;
    return pass(data.url!, login);
  };
  const linked = async (auth: Auth, login: string) => {
    const { data, error } = await auth.exchangeCodeForSession((await link(auth, login)).searchParams.get("code")!);
    if (error) throw error;
    return data.user!;
  };
  const signIn = async (login: string) => {
    const auth = world.client();
    const { data } = await auth.signInWithOAuth({ ...acme, options: { skipBrowserRedirect: true } });
    const location = await pass((await browser().open(data.url!)).location.href, login);
    await auth.exchangeCodeForSession(location.searchParams.get("code")!);
    return { auth, user: (await auth.getUser()).data.user! };
  };
  const providersOf = async (auth: Auth) =>
    (await auth.getUserIdentities()).data!.identities.map((identity) => identity.provider);

  it("grow by one of another service, which signs in from then on [auth.identity-link]", async () => {
    const { auth, user, email } = await world.person();
    const login = newLogin();
    expect(await linked(auth, login)).toMatchObject({
      id: user.id,
      email,
      app_metadata: { provider: "email", providers: ["email", "acme"] },
    });
    expect(await providersOf(auth)).toEqual(["email", "acme"]);
    expect((await signIn(login)).user.id).toBe(user.id);
    expect((await world.mail(email)).subject).toBe("A way to sign in was added");
  });

  it("are added only by the client that asked: nothing comes of opening a stranger's address [auth.identity-link]", async () => {
    const mallory = await world.person();
    const login = newLogin();
    // Mallory sends her own address to Ada, who is signed in at the provider; the code is of no use to Ada's browser.
    const location = await link(mallory.auth, login);
    expect(location.searchParams.get("code")).toBeTruthy();
    expect(await providersOf(mallory.auth)).toEqual(["email"]);
    expect((await signIn(login)).user.id).not.toBe(mallory.user.id);
  });

  it("are added in the implicit flow only in the browser that asked [auth.identity-link]", async () => {
    const { email, user } = await world.person();
    const auth = world.client("implicit");
    const { data } = await auth.signInWithPassword({ email, password: PASSWORD });
    const ask = async (tab = browser()) => {
      const begun = await tab.open(
        `${world.url}/auth/v1/user/identities/authorize?provider=acme&skip_http_redirect=true`,
        {
          headers: { authorization: `Bearer ${data.session!.access_token}` },
        },
      );
      return ((await begun.answer.json()) as { url: string }).url;
    };
    const login = newLogin();
    const victim = browser();
    await victim.open(`${world.url}/auth/v1/authorize?provider=acme`);
    for (const tab of [browser(), victim])
      expect(fragmentOf(await pass(await ask(), login, tab))).toMatchObject({ error_code: "bad_oauth_state" });
    expect(await providersOf(auth)).toEqual(["email"]);
    const tab = browser();
    const landed = fragmentOf(await pass(await ask(tab), login, tab));
    expect(landed.access_token).toBeTruthy();
    expect((await auth.getUser(landed.access_token)).data.user!.id).toBe(user.id);
    expect(await providersOf(auth)).toEqual(["email", "acme"]);
  });

  it("make an account of somebody anonymous, with the address that the service proves [auth.identity-link]", async () => {
    const open = await startIdentity({ ...settingsOf(provider), IDENTITY_ANONYMOUS: "true" });
    provider.allow(`${open.url}/auth/v1/callback`);
    const auth = open.client();
    const { data } = await auth.signInAnonymously();
    const login = newLogin();
    const asked = await auth.linkIdentity(acme);
    const location = await pass(asked.data.url!, login);
    const { data: after } = await auth.exchangeCodeForSession(location.searchParams.get("code")!);
    expect(after.user).toMatchObject({ id: data.user!.id, is_anonymous: false, email: `${login}@people.example` });
    await open.stop();
  });

  it("are nobody else's, and not added twice; the session stays as it was [auth.identity-errors]", async () => {
    const login = newLogin();
    await signIn(login);
    const { auth } = await world.person();
    const before = (await auth.getSession()).data.session!.access_token;
    const expected = {
      error_code: "identity_already_exists",
      error_description: "Identity is already linked to another user",
    };
    const location = await link(auth, login);
    expect(Object.fromEntries(location.searchParams)).toMatchObject(expected);
    expect(fragmentOf(location)).toMatchObject(expected);
    expect((await auth.getSession()).data.session!.access_token).toBe(before);
    expect((await auth.getUser()).error).toBeNull();
    const mine = newLogin();
    await linked(auth, mine);
    expect((await link(auth, mine)).searchParams.get("error_description")).toBe("Identity is already linked");
  });

  it("are not added when another person was quicker than the code [auth.identity-errors]", async () => {
    const login = newLogin();
    const { auth } = await world.person();
    const location = await link(auth, login);
    await signIn(login);
    const { error } = await auth.exchangeCodeForSession(location.searchParams.get("code")!);
    expect(error?.code).toBe("identity_already_exists");
    expect(await providersOf(auth)).toEqual(["email"]);
  });

  it("can be taken away, with the sessions they opened elsewhere [auth.identity-unlink]", async () => {
    const { auth, email } = await world.person();
    const login = newLogin();
    await linked(auth, login);
    await auth.signInWithPassword({ email, password: PASSWORD });
    const elsewhere = await signIn(login);
    const identity = (await auth.getUserIdentities()).data!.identities.find((one) => one.provider === "acme")!;
    expect((await auth.unlinkIdentity(identity)).error).toBeNull();
    expect((await auth.getUser()).data.user).toMatchObject({
      email,
      app_metadata: { provider: "email", providers: ["email"] },
    });
    expect((await elsewhere.auth.getUser()).error).not.toBeNull();
    expect((await signIn(login)).user.email).toBe(`${login}@people.example`);
    expect((await world.mail(email)).subject).toBe("A way to sign in was removed");
  });

  it("leave the address and the password of one that goes behind with it [auth.identity-unlink]", async () => {
    const { auth, email } = await world.person();
    const login = newLogin();
    await linked(auth, login);
    const own = (await auth.getUserIdentities()).data!.identities.find((one) => one.provider === "email")!;
    expect((await auth.unlinkIdentity(own)).error).toBeNull();
    expect((await auth.getUser()).data.user).toMatchObject({
      email: `${login}@people.example`,
      app_metadata: { provider: "acme", providers: ["acme"] },
    });
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    );
    const wrong = await world.client().signInWithPassword({ email: `${login}@people.example`, password: PASSWORD });
    expect(wrong.error?.code).toBe("invalid_credentials");
  });

  it("are not taken when it is the only one, or somebody else's [auth.identity-errors]", async () => {
    const { auth } = await world.person();
    const [only] = (await auth.getUserIdentities()).data!.identities;
    expect((await auth.unlinkIdentity(only!)).error).toMatchObject({
      status: 422,
      code: "single_identity_not_deletable",
    });
    await linked(auth, newLogin());
    const other = await world.person();
    const [foreign] = (await other.auth.getUserIdentities()).data!.identities;
    expect((await auth.unlinkIdentity(foreign!)).error).toMatchObject({ status: 422, code: "identity_not_found" });
    expect((await auth.unlinkIdentity({ ...only!, identity_id: "x" })).error).toMatchObject({
      status: 404,
      code: "validation_failed",
    });
    expect(await providersOf(other.auth)).toEqual(["email"]);
    expect((await auth.getUser()).error).toBeNull();
  });

  it("change only for people who have just signed in, or proves themselves again", async () => {
    const { auth, session } = await world.person();
    await linked(auth, newLogin());
    const { data } = await auth.getSession();
    const identity = (await auth.getUserIdentities()).data!.identities.find((one) => one.provider === "acme")!;
    world.clock.advance(16 * 60_000);
    expect((await auth.linkIdentity(acme)).error?.code).toBe("reauthentication_needed");
    expect((await auth.unlinkIdentity(identity)).error?.code).toBe("reauthentication_needed");
    const headers = { authorization: `Bearer ${data.session!.access_token}` };
    const wrong = await world.call(
      "POST",
      "user/identities/authorize?provider=acme",
      { current_password: "wrong" },
      headers,
    );
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error_code: "current_password_invalid" }]);
    const proved = await world.call(
      "POST",
      "user/identities/authorize?provider=acme",
      { current_password: PASSWORD },
      headers,
    );
    expect([proved.status, await proved.json()]).toEqual([
      200,
      { url: expect.stringContaining(`${provider.issuer}/auth?`) },
    ]);
    const taken = await world.call(
      "DELETE",
      `user/identities/${identity.identity_id}`,
      { current_password: PASSWORD },
      headers,
    );
    expect([taken.status, await taken.json()]).toEqual([200, {}]);
    expect(session.user.id).toBe(data.session!.user.id);
  });

  it("change only with the second factor, where there is one", async () => {
    const { auth, email } = await world.person();
    await withTotp(world, auth);
    const weak = world.client();
    await weak.signInWithPassword({ email, password: PASSWORD });
    expect((await weak.linkIdentity(acme)).error).toMatchObject({ status: 403, code: "insufficient_aal" });
    const [only] = (await auth.getUserIdentities()).data!.identities;
    expect((await weak.unlinkIdentity(only!)).error).toMatchObject({ code: "insufficient_aal" });
  });

  it("are shown and changed for nobody without a session, and are as they are where linking is off [auth.identity-link]", async () => {
    for (const [method, path] of [
      ["GET", "user/identities/authorize?provider=acme"],
      ["POST", "user/identities/authorize?provider=acme"],
      ["DELETE", "user/identities/00000000-0000-4000-8000-000000000000"],
    ] as const)
      expect((await world.call(method, path)).status).toBe(401);
    const off = await startIdentity({
      ...settingsOf(provider),
      IDENTITY_PROFILE: "conformance",
      IDENTITY_PROVIDERS: "google",
    });
    const auth = off.client();
    await auth.signUp({ email: newAddress(), password: PASSWORD });
    const [only] = (await auth.getUserIdentities()).data!.identities;
    const refused = { status: 404, code: "manual_linking_disabled", message: "Manual linking is disabled" };
    expect((await auth.linkIdentity({ provider: "google" })).error).toMatchObject(refused);
    expect((await auth.unlinkIdentity(only!)).error).toMatchObject(refused);
    const answer = await off.call("GET", "authorize?provider=google");
    expect(answer.headers.get("location")).toMatch(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/);
    await off.stop();
  });
});
