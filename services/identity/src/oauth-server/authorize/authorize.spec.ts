import { type IdentityWorld, startIdentity } from "../../testing/identity-world.ts";
import { CALLBACK, type OAuthClient, oauthClient } from "../../testing/oauth-client.ts";

describe("asking a person to let a client in", () => {
  let world: IdentityWorld;
  let client: OAuthClient;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_ANONYMOUS: "true" });
    client = await oauthClient(world, { client_uri: "https://reader.example" });
  });
  afterAll(() => world.stop());

  it("leads to the product's page, which says who asks and for what", async () => {
    const { auth, user, email } = await world.person();
    const { status, location, id } = await client.authorize();
    expect(status).toBe(302);
    expect(location.href).toBe(`${world.url}/oauth/consent?authorization_id=${id}`);
    const { data } = await auth.oauth.getAuthorizationDetails(id);
    expect(data).toEqual({
      authorization_id: id,
      redirect_uri: CALLBACK,
      client: { id: client.id, name: "Reader", uri: "https://reader.example", logo_uri: "" },
      user: { id: user.id, email },
      scope: "openid email tessera:read",
    });
  });

  it("brings the client a code, its state, and who answered", async () => {
    const { auth } = await world.person();
    const { answered, code } = await client.code(auth);
    expect(answered.origin + answered.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(answered.searchParams)).toEqual({
      code,
      state: "state of the client",
      iss: `${world.url}/auth/v1`,
    });
    expect(code).toMatch(/^[\w-]{43}$/);
  });

  it("brings the client a refusal when the person says no, and nothing else", async () => {
    const { auth } = await world.person();
    const { id } = await client.authorize();
    await auth.oauth.getAuthorizationDetails(id);
    const { data } = await auth.oauth.denyAuthorization(id);
    const answered = new URL(data!.redirect_url);
    expect(Object.fromEntries(answered.searchParams)).toMatchObject({
      error: "access_denied",
      state: "state of the client",
    });
    expect(answered.searchParams.has("code")).toBe(false);
    expect((await auth.oauth.listGrants()).data).toEqual([]);
    expect((await auth.oauth.approveAuthorization(id)).error).toMatchObject({ status: 404 });
  });

  it.each([
    ["another client", { client_id: "00000000-0000-4000-8000-000000000000" }, "unknown_client"],
    ["no client", { client_id: "reader" }, "unknown_client"],
    ["another address", { redirect_uri: "https://evil.example/callback" }, "unknown_address"],
    ["an address that begins alike", { redirect_uri: `${CALLBACK}/../evil` }, "unknown_address"],
    ["an address with a query", { redirect_uri: `${CALLBACK}?next=evil` }, "unknown_address"],
    ["an address in capitals", { redirect_uri: CALLBACK.replace("reader", "READER") }, "unknown_address"],
    ["no address", { redirect_uri: undefined }, "unknown_address"],
  ])("tells the person, and sends nothing anywhere, for %s", async (_, query, error) => {
    const { location } = await client.authorize(query);
    expect(location.href).toBe(`${world.url}/oauth/consent?error=${error}`);
  });

  it.each([
    ["no PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge without its method", { code_challenge_method: undefined }, "invalid_request"],
    ["a short challenge", { code_challenge: "short" }, "invalid_request"],
    ["the implicit flow", { response_type: "token" }, "unsupported_response_type"],
    ["no type", { response_type: undefined }, "unsupported_response_type"],
    ["answers in the fragment", { response_mode: "fragment" }, "invalid_request"],
    ["an unknown scope", { scope: "openid admin" }, "invalid_scope"],
    ["a resource elsewhere", { resource: "https://evil.example/mcp" }, "invalid_target"],
    ["an answer without a page", { prompt: "none" }, "interaction_required"],
    ["a nonce without end", { nonce: "n".repeat(501) }, "invalid_request"],
  ])("refuses %s at the client's own address", async (_, query, error) => {
    const { location } = await client.authorize(query);
    expect(location.origin + location.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error,
      error_description: expect.any(String),
      state: "state of the client",
      iss: `${world.url}/auth/v1`,
    });
  });

  it("refuses a parameter that is given twice", async () => {
    const query = `client_id=${client.id}&redirect_uri=${CALLBACK}&response_type=code&scope=openid&scope=email`;
    const answer = await world.call("GET", `oauth/authorize?${query}`);
    expect(new URL(answer.headers.get("location")!).searchParams.get("error")).toBe("invalid_request");
  });

  it("lets a client ask for no more than it is registered for", async () => {
    const small = await oauthClient(world, { scope: "openid email" });
    expect((await small.authorize({ scope: "openid tessera:write" })).location.searchParams.get("error")).toBe(
      "invalid_scope",
    );
    const { id } = await small.authorize({ scope: undefined });
    const { auth } = await world.person();
    expect((await auth.oauth.getAuthorizationDetails(id)).data).toMatchObject({ scope: "openid email" });
  });

  it("is answered by nobody but whom it was shown to first, once, within ten minutes", async () => {
    const [one, two] = [await world.person(), await world.person()];
    const { id } = await client.authorize();
    expect((await one.auth.oauth.approveAuthorization(id)).error).toMatchObject({
      code: "oauth_authorization_not_found",
    });
    await one.auth.oauth.getAuthorizationDetails(id);
    for (const act of [two.auth.oauth.getAuthorizationDetails, two.auth.oauth.approveAuthorization])
      expect((await act(id)).error).toMatchObject({ status: 404, code: "oauth_authorization_not_found" });
    expect((await one.auth.oauth.approveAuthorization(id)).error).toBeNull();
    expect((await one.auth.oauth.approveAuthorization(id)).error).toMatchObject({ status: 404 });
    const late = await client.authorize();
    world.clock.advance(601_000);
    expect((await one.auth.oauth.getAuthorizationDetails(late.id)).error).toMatchObject({ status: 404 });
  });

  it("takes a person who is signed in, with an account, and their second factor given", async () => {
    const { id } = await client.authorize();
    expect((await world.call("GET", `oauth/authorizations/${id}`)).status).toBe(401);
    const auth = world.client();
    await auth.signInAnonymously();
    expect((await auth.oauth.getAuthorizationDetails(id)).error).toMatchObject({ status: 422 });
  });

  describe("who has agreed before", () => {
    it("asks no more for what was agreed, and asks again for more", async () => {
      const { auth } = await world.person();
      await client.connect(auth);
      const again = await client.authorize({ scope: "openid tessera:read" });
      const { data } = await auth.oauth.getAuthorizationDetails(again.id);
      expect(Object.keys(data!)).toEqual(["redirect_url"]);
      const more = await client.authorize({ scope: "openid tessera:write" });
      expect((await auth.oauth.getAuthorizationDetails(more.id)).data).toHaveProperty("authorization_id");
      const insisted = await client.authorize({ scope: "openid", prompt: "consent" });
      expect((await auth.oauth.getAuthorizationDetails(insisted.id)).data).toHaveProperty("authorization_id");
    });

    it("is asked each time by a client that anything on a machine could pretend to be", async () => {
      const native = await oauthClient(world, {
        token_endpoint_auth_method: "none",
        redirect_uris: ["http://127.0.0.1:4000/callback"],
      });
      const { auth } = await world.person();
      await native.connect(auth);
      const { id } = await native.authorize();
      expect((await auth.oauth.getAuthorizationDetails(id)).data).toHaveProperty("authorization_id");
    });

    it("is asked again after taking it back", async () => {
      const { auth } = await world.person();
      await client.connect(auth);
      expect((await auth.oauth.listGrants()).data).toEqual([
        {
          client: { id: client.id, name: "Reader", uri: "https://reader.example", logo_uri: "" },
          scopes: ["openid", "email", "tessera:read"],
          granted_at: expect.any(String),
        },
      ]);
      expect((await auth.oauth.revokeGrant({ clientId: client.id })).error).toBeNull();
      expect((await auth.oauth.listGrants()).data).toEqual([]);
      expect((await auth.oauth.revokeGrant({ clientId: client.id })).error).toMatchObject({ status: 404 });
      const { id } = await client.authorize();
      expect((await auth.oauth.getAuthorizationDetails(id)).data).toHaveProperty("authorization_id");
    });
  });

  it("is described where clients look for it", async () => {
    const paths = [
      "auth/v1/.well-known/openid-configuration",
      "auth/v1/.well-known/oauth-authorization-server",
      ".well-known/oauth-authorization-server/auth/v1",
      ".well-known/openid-configuration/auth/v1",
    ];
    for (const path of paths) {
      const answer = await fetch(`${world.url}/${path}`);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      const metadata = (await answer.json()) as Record<string, unknown>;
      expect(metadata).toMatchObject({
        issuer: `${world.url}/auth/v1`,
        authorization_endpoint: `${world.url}/auth/v1/oauth/authorize`,
        code_challenge_methods_supported: ["S256"],
        id_token_signing_alg_values_supported: ["ES256"],
      });
      expect(metadata).not.toHaveProperty("registration_endpoint");
    }
  });
});
