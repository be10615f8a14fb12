import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type OpenIdProvider, passProvider, startOpenIdProvider } from "@tessera/testing/openid-provider.ts";
import { browser, fragmentOf } from "../../testing/browser.ts";
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("signing in with an account of another service", () => {
  let world: IdentityWorld;
  let provider: OpenIdProvider;
  const logs: string[] = [];
  beforeAll(async () => {
    provider = await startOpenIdProvider();
    world = await startIdentity(
      {
        IDENTITY_PROVIDERS: "acme, google",
        IDENTITY_ACME_NAME: "Acme Works",
        IDENTITY_ACME_ISSUER: provider.issuer,
        IDENTITY_ACME_CLIENT_ID: provider.clientId,
        IDENTITY_ACME_CLIENT_SECRET: provider.clientSecret,
        IDENTITY_GOOGLE_CLIENT_ID: "web, android",
        IDENTITY_GOOGLE_CLIENT_SECRET: "secret",
      },
      { logTo: { write: (line) => void logs.push(line) } },
    );
    provider.allow(`${world.url}/auth/v1/callback`);
  });
  afterAll(async () => {
    await world.stop();
    await provider.stop();
  });

  /** From the client's call to the address that the browser lands on in the end. */
  async function land(
    auth: ReturnType<IdentityWorld["client"]>,
    login: string,
    { redirectTo = `${world.url}/confirm`, tab = browser() } = {},
  ) {
    const { data } = await auth.signInWithOAuth({
      provider: "acme" as "google",
      options: { redirectTo, skipBrowserRedirect: true },
    });
    const begun = await tab.open(data.url!);
    const back = await passProvider(begun.location.href, login);
    const landed = await tab.open(back);
    return { begun, back, landed, location: landed.location };
  }

  it("leads to the provider with a state, a nonce and a challenge of its own [auth.authorize]", async () => {
    const answer = await world.call(
      "GET",
      `authorize?provider=acme&redirect_to=${world.url}/confirm&scopes=offline_access&prompt=login`,
    );
    expect(answer.status).toBe(302);
    const url = new URL(answer.headers.get("location")!);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: provider.clientId,
      redirect_uri: `${world.url}/auth/v1/callback`,
      response_type: "code",
      scope: "openid email profile offline_access",
      state: expect.stringMatching(UUID),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      prompt: "login",
    });
  });

  it("answers the address as JSON where the client wants to go there itself [auth.authorize]", async () => {
    const answer = await world.call("GET", "authorize?provider=acme&skip_http_redirect=true");
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { url: string }).url).toMatch(`${provider.issuer}/auth?`);
  });

  it("names a provider that is not there, without asking anybody [auth.authorize]", async () => {
    for (const [name, words] of [
      ["github", "Unsupported provider: provider is not enabled"],
      ["nobody", "Unsupported provider: Provider could not be found"],
      ["__proto__", "Unsupported provider: Provider could not be found"],
    ]) {
      const answer = await world.call("GET", `authorize?provider=${name}`);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { code: 400, error_code: "validation_failed", msg: words },
      ]);
    }
    expect((await world.call("GET", "authorize")).status).toBe(400);
    expect(
      (await world.call("GET", `authorize?provider=acme&code_challenge=${"x".repeat(43)}&code_challenge_method=plain`))
        .status,
    ).toBe(400);
  });

  it("signs a new person in through supabase-js, by a code only its client can redeem [auth.authorize]", async () => {
    const auth = world.client("pkce");
    const { location, landed } = await land(auth, "ada");
    expect(landed.status).toBe(302);
    expect(location.href).toMatch(`${world.url}/confirm?code=`);
    expect(location.hash).toBe("");
    const { data, error } = await auth.exchangeCodeForSession(location.searchParams.get("code")!);
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ provider_token: expect.any(String), token_type: "bearer" });
    expect(data.user).toMatchObject({
      email: "ada@people.example",
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: "acme", providers: ["acme"] },
      user_metadata: { full_name: "ada", email_verified: true },
    });
    expect(data.user!.identities).toEqual([
      expect.objectContaining({
        provider: "acme",
        id: "ada",
        identity_data: expect.objectContaining({ sub: "ada", iss: provider.issuer }),
      }),
    ]);
    expect((await auth.getUser()).data.user?.email).toBe("ada@people.example");
    const again = world.client("pkce");
    const code = (await land(again, "ada")).location.searchParams.get("code")!;
    expect((await again.exchangeCodeForSession(code)).data.user!.id).toBe(data.user!.id);
    expect((await world.client("pkce").exchangeCodeForSession(code)).error).not.toBeNull();
  });

  it("opens the session in the address's fragment in the implicit flow [auth.authorize]", async () => {
    const { location } = await land(world.client("implicit"), "grace");
    expect(location.search).toBe("");
    expect(fragmentOf(location)).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: "3600",
      expires_at: expect.any(String),
      token_type: "bearer",
      provider_token: expect.any(String),
    });
    const session = await world.client().setSession(fragmentOf(location) as never);
    expect(session.data.user?.email).toBe("grace@people.example");
  });

  it("joins the account that has proved the same address, and no other", async () => {
    const { email, user } = await world.person();
    const auth = world.client();
    const joined = await auth.exchangeCodeForSession((await land(auth, email)).location.searchParams.get("code")!);
    expect(joined.data.user).toMatchObject({
      id: user.id,
      app_metadata: { provider: "email", providers: ["email", "acme"] },
    });
    const other = newAddress();
    const owner = await world.person(other);
    provider.describe("impostor", { email: other, email_verified: false });
    const impostor = world.client();
    const apart = await impostor.exchangeCodeForSession(
      (await land(impostor, "impostor")).location.searchParams.get("code")!,
    );
    expect(apart.data.user!.id).not.toBe(owner.user.id);
    expect(apart.data.user!.email).toBe("");
  });

  it("leads back to addresses of the list alone", async () => {
    for (const redirectTo of [
      "https://evil.example/",
      `${world.url}.evil.example/confirm`,
      `${world.url}/confirm/..//evil.example`,
    ]) {
      const { location } = await land(world.client(), "ada", { redirectTo });
      expect(`${location.origin}${location.pathname}`).toBe(`${world.url}/confirm`);
    }
  });

  describe("refuses", () => {
    const error = (location: URL) => ({
      query: Object.fromEntries(location.searchParams),
      fragment: fragmentOf(location),
    });

    it("an answer that comes twice, in query and fragment", async () => {
      const { back } = await land(world.client(), "ada");
      const { status, location } = await browser().open(back);
      const refused = {
        error: "invalid_request",
        error_code: "bad_oauth_state",
        error_description: expect.any(String),
      };
      expect([status, error(location)]).toEqual([302, { query: refused, fragment: refused }]);
    });

    it("a state it never gave, one of another kind of flow, and none", async () => {
      for (const state of ["", "x", "00000000-0000-4000-8000-000000000000", "' or 1=1"]) {
        const { location } = await browser().open(
          `${world.url}/auth/v1/callback?code=x&state=${encodeURIComponent(state)}`,
        );
        expect(error(location).query.error_code).toBe("bad_oauth_state");
      }
    });

    it("an answer after ten minutes", async () => {
      const { data } = await world
        .client()
        .signInWithOAuth({ provider: "acme" as "google", options: { skipBrowserRedirect: true } });
      const tab = browser();
      const back = await passProvider((await tab.open(data.url!)).location.href, "ada");
      world.clock.advance(601_000);
      expect(error((await tab.open(back)).location).query.error_code).toBe("flow_state_expired");
    });

    it("another browser than the one that began, in the implicit flow: no session is forced on anybody", async () => {
      const { data } = await world
        .client("implicit")
        .signInWithOAuth({ provider: "acme" as "google", options: { skipBrowserRedirect: true } });
      const victim = browser();
      await victim.open(data.url!);
      for (const tab of [browser(), victim]) {
        const begun = await browser().open(data.url!);
        const back = await passProvider(begun.location.href, "mallory");
        const { location } = await tab.open(back);
        expect(error(location).fragment.error_code).toBe("bad_oauth_state");
        expect(location.href).not.toContain("access_token");
      }
    });

    it("a code with a victim's client that holds no verifier for it", async () => {
      const { location } = await land(world.client("pkce"), "mallory");
      const victim = world.client("pkce");
      await victim.signInWithOAuth({ provider: "acme" as "google", options: { skipBrowserRedirect: true } });
      const { data, error: refused } = await victim.exchangeCodeForSession(location.searchParams.get("code")!);
      expect([refused?.code, data.session]).toEqual(["bad_code_verifier", null]);
    });

    it("a provider's sentence that comes through the browser: only its error code is passed on", async () => {
      const begun = await browser().open(
        `${world.url}/auth/v1/authorize?provider=acme&code_challenge=${"x".repeat(43)}&code_challenge_method=s256`,
      );
      const state = begun.location.searchParams.get("state");
      const iss = encodeURIComponent(provider.issuer);
      const evil = `${world.url}/auth/v1/callback?state=${state}&iss=${iss}&error=access_denied&error_description=Call+evil.example`;
      const { location } = await browser().open(evil);
      expect(error(location).query).toEqual({
        error: "access_denied",
        error_code: "access_denied",
        error_description: "Signing in with Acme Works was cancelled",
      });
    });

    it("who is banned", async () => {
      const auth = world.client();
      const { data } = await auth.exchangeCodeForSession(
        (await land(auth, "banned")).location.searchParams.get("code")!,
      );
      await world.setUser(data.user!.id, { bannedUntil: new Date(world.clock.now().getTime() + 3_600_000) });
      expect(error((await land(world.client(), "banned")).location).query.error_code).toBe("user_banned");
    });
  });

  it("keeps a browser's token where scripts and other sites do not reach it", async () => {
    const answer = await world.call("GET", "authorize?provider=acme");
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^tessera-flow=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/),
    ]);
  });

  it("spends nothing on a look at the head", async () => {
    const auth = world.client();
    const { data } = await auth.signInWithOAuth({
      provider: "acme" as "google",
      options: { skipBrowserRedirect: true },
    });
    const tab = browser();
    const back = await passProvider((await tab.open(data.url!)).location.href, "ada");
    expect((await fetch(back, { method: "HEAD", redirect: "manual" })).status).toBe(200);
    expect(
      (await auth.exchangeCodeForSession((await tab.open(back)).location.searchParams.get("code")!)).error,
    ).toBeNull();
  });

  it("takes an answer that is posted", async () => {
    const auth = world.client();
    const { data } = await auth.signInWithOAuth({
      provider: "acme" as "google",
      options: { skipBrowserRedirect: true },
    });
    const tab = browser();
    const back = await passProvider((await tab.open(data.url!)).location.href, "ada");
    const { location } = await tab.open(`${world.url}/auth/v1/callback`, { method: "POST", body: back.searchParams });
    expect((await auth.exchangeCodeForSession(location.searchParams.get("code")!)).error).toBeNull();
  });

  it("says in the settings which providers there are, and how they are called", async () => {
    const settings = (await (await world.call("GET", "settings")).json()) as {
      external: Record<string, boolean>;
      providers: unknown;
    };
    expect(settings.external).toMatchObject({ acme: true, google: true, github: false, apple: false, email: true });
    expect(settings.providers).toEqual([
      { id: "acme", name: "Acme Works" },
      { id: "google", name: "Google" },
    ]);
  });

  it("writes neither codes nor tokens nor states to the log and the audit", async () => {
    logs.length = 0;
    const auth = world.client();
    const { back, location } = await land(auth, "logged");
    const { data } = await auth.exchangeCodeForSession(location.searchParams.get("code")!);
    const secrets = [
      back.searchParams.get("code"),
      back.searchParams.get("state"),
      location.searchParams.get("code"),
      data.session!.access_token,
      data.session!.refresh_token,
      data.session!.provider_token,
    ];
    const written = logs.join("\n") + JSON.stringify(await world.audit());
    for (const secret of secrets) expect(written).not.toContain(secret!);
    expect((await world.audit()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["signed_up", "signed_in"]),
    );
  });
});

describe("a provider that is down", () => {
  it("is not waited for long", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((ready) => silent.listen(0, "127.0.0.1", ready));
    const world = await startIdentity({
      IDENTITY_PROVIDERS: "acme",
      IDENTITY_ACME_ISSUER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      IDENTITY_ACME_CLIENT_ID: "id",
      IDENTITY_ACME_CLIENT_SECRET: "secret",
    });
    const { location } = await browser().open(`${world.url}/auth/v1/authorize?provider=acme`, {
      signal: AbortSignal.timeout(15_000),
    });
    expect(location.searchParams.get("error")).toBe("server_error");
    await world.stop();
    silent.closeAllConnections();
    silent.close();
  });

  it("stops nothing else, and leads people back with a word about it", async () => {
    const provider = await startOpenIdProvider();
    await provider.stop();
    const world = await startIdentity({
      IDENTITY_PROVIDERS: "acme",
      IDENTITY_ACME_ISSUER: provider.issuer,
      IDENTITY_ACME_CLIENT_ID: provider.clientId,
      IDENTITY_ACME_CLIENT_SECRET: provider.clientSecret,
    });
    expect((await world.person()).session.access_token).toBeTruthy();
    const { status, location } = await browser().open(
      `${world.url}/auth/v1/authorize?provider=acme&redirect_to=${world.url}/confirm`,
    );
    expect([status, location.searchParams.get("error_description")]).toEqual([
      302,
      "acme cannot be reached at the moment. Please try again.",
    ]);
    const asked = await world.call("GET", "authorize?provider=acme&skip_http_redirect=true");
    expect(asked.status).toBe(503);
    const back = await startOpenIdProvider({ port: Number(new URL(provider.issuer).port) });
    expect((await browser().open(`${world.url}/auth/v1/authorize?provider=acme`)).location.origin).toBe(back.issuer);
    await back.stop();
    expect((await world.client().signInWithPassword({ email: newAddress(), password: PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    );
    await world.stop();
  });
});
