import { decodeJwt } from "jose";
import { type IdentityWorld, startIdentity } from "../../testing/identity-world.ts";
import { CALLBACK, type OAuthClient, oauthClient } from "../../testing/oauth-client.ts";

describe("tokens of clients", () => {
  let world: IdentityWorld;
  let client: OAuthClient;
  let other: OAuthClient;
  let pub: OAuthClient;
  beforeAll(async () => {
    world = await startIdentity();
    client = await oauthClient(world);
    other = await oauthClient(world, { client_name: "Other", token_endpoint_auth_method: "client_secret_post" });
    pub = await oauthClient(world, { client_name: "Public", token_endpoint_auth_method: "none" });
  });
  afterAll(() => world.stop());

  const userinfo = async (token: string) => {
    const answer = await world.call("GET", "oauth/userinfo", undefined, { authorization: `Bearer ${token}` });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it("come for a code, with what the person agreed to", async () => {
    const { auth, user, email } = await world.person();
    const { status, headers, body } = await client.redeem(await client.code(auth, { nonce: "n-1" }));
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "bearer",
      expires_in: 3600,
      scope: "openid email tessera:read",
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      id_token: expect.any(String),
    });
    expect(decodeJwt(body.access_token)).toMatchObject({
      sub: user.id,
      aud: "authenticated",
      client_id: client.id,
      scope: "openid email tessera:read",
      email,
      app_metadata: {},
      user_metadata: {},
    });
    expect(decodeJwt(body.id_token!)).toEqual({
      iss: `${world.url}/auth/v1`,
      sub: user.id,
      aud: client.id,
      nonce: "n-1",
      auth_time: expect.any(Number),
      iat: expect.any(Number),
      exp: expect.any(Number),
      email,
      email_verified: true,
    });
  });

  it("say no more of a person than the client may know", async () => {
    const { auth, user } = await world.person();
    await auth.updateUser({ data: { full_name: "Ada Lovelace" } });
    const bare = await client.connect(auth, { scope: "openid" });
    expect(decodeJwt(bare.access_token)).toMatchObject({ email: "", phone: "", user_metadata: {}, app_metadata: {} });
    expect(await userinfo(bare.access_token)).toEqual({ status: 200, body: { sub: user.id } });
    const profile = await client.connect(auth, { scope: "openid profile" });
    expect((await userinfo(profile.access_token)).body).toEqual({
      sub: user.id,
      name: "Ada Lovelace",
      updated_at: expect.any(Number),
    });
    const { id_token } = await client.connect(auth, { scope: "tessera:read" });
    expect(id_token).toBeUndefined();
  });

  it("name the address that the client said it would call", async () => {
    const { auth } = await world.person();
    const resource = `${world.url}/api/items`;
    const { access_token } = await client.connect(auth, { resource });
    expect(decodeJwt(access_token).aud).toEqual(["authenticated", resource]);
    expect((await userinfo(access_token)).status).toBe(200);
    const code = await client.code(auth, { resource });
    expect((await client.redeem(code, { resource: `${world.url}/api/queue` })).body.error).toBe("invalid_target");
  });

  it("come to clients that prove who they are, in the way they are registered for", async () => {
    const { auth } = await world.person();
    const wrong: [OAuthClient, Record<string, string>, Record<string, string>][] = [
      [client, {}, { authorization: client.basic({ id: client.id, secret: "guessed" }) }],
      [client, { client_id: client.id }, { authorization: "" }],
      [client, { client_id: client.id, client_secret: client.secret! }, { authorization: "" }],
      [client, {}, { authorization: client.basic({ id: "nobody", secret: client.secret! }) }],
      [other, {}, {}],
      [pub, { client_secret: "invented" }, {}],
    ];
    for (const [asked, form, headers] of wrong) {
      const { status, body, headers: answered } = await asked.redeem(await asked.code(auth), form, headers);
      expect([status, body.error, answered.get("www-authenticate")]).toEqual([
        401,
        "invalid_client",
        'Basic realm="oauth"',
      ]);
    }
    const posted = { client_id: other.id, client_secret: other.secret! };
    expect((await other.redeem(await other.code(auth), posted, { authorization: "" })).status).toBe(200);
    expect((await pub.redeem(await pub.code(auth))).status).toBe(200);
  });

  it("come for a code once; used again, it ends what it gave", async () => {
    const { auth } = await world.person();
    const code = await client.code(auth);
    const { body } = await client.redeem(code);
    expect((await userinfo(body.access_token)).status).toBe(200);
    expect((await client.redeem(code)).body.error).toBe("invalid_grant");
    expect((await userinfo(body.access_token)).status).toBe(403);
    expect((await client.refresh(body.refresh_token)).body.error).toBe("invalid_grant");
    expect((await world.audit()).map(({ action }) => action)).toContain("oauth_code_reused");
  });

  it("come to one of twenty who use a code at once", async () => {
    const { auth } = await world.person();
    const code = await client.code(auth);
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.redeem(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === "invalid_grant")).toHaveLength(19);
  });

  it.each([
    ["another verifier", { code_verifier: "w".repeat(43) }],
    ["another redirect address", { redirect_uri: `${CALLBACK}2` }],
    ["an empty redirect address", { redirect_uri: "" }],
  ])("do not come with %s, and the code is spent", async (_, form) => {
    const { auth } = await world.person();
    const code = await client.code(auth);
    expect((await client.redeem(code, form)).body.error).toBe("invalid_grant");
    expect((await client.redeem(code)).body.error).toBe("invalid_grant");
  });

  it("do not come without a verifier", async () => {
    const { auth } = await world.person();
    expect((await client.redeem(await client.code(auth), { code_verifier: "" })).body.error).toBe("invalid_request");
  });

  it("do not come to another client that got hold of the code", async () => {
    const { auth } = await world.person();
    const code = await client.code(auth);
    expect((await pub.redeem(code)).body.error).toBe("invalid_grant");
    expect((await client.redeem(code)).body.error).toBe("invalid_grant");
  });

  it("do not come a minute after the person said yes, nor once they signed out, took it back, or were locked", async () => {
    const { auth } = await world.person();
    const late = await client.code(auth);
    world.clock.advance(61_000);
    expect((await client.redeem(late)).body.error).toBe("invalid_grant");
    const taken = await client.code(auth);
    await auth.oauth.revokeGrant({ clientId: client.id });
    expect((await client.redeem(taken)).body.error).toBe("invalid_grant");
    const left = await client.code(auth);
    await auth.signOut({ scope: "local" });
    expect((await client.redeem(left)).body.error).toBe("invalid_grant");
    const locked = await world.person();
    const code = await client.code(locked.auth);
    await world.setUser(locked.user.id, { bannedUntil: new Date(world.clock.now().getTime() + 3_600_000) });
    expect((await client.redeem(code)).body.error).toBe("invalid_grant");
  });

  it("are renewed by a token that changes; an old one ends the client's session", async () => {
    const { auth } = await world.person();
    const first = await client.connect(auth);
    const { body: second } = await client.refresh(first.refresh_token);
    expect(second).toMatchObject({ scope: "openid email tessera:read" });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second).not.toHaveProperty("id_token");
    const { body: third } = await client.refresh(second.refresh_token);
    world.clock.advance(11_000);
    expect((await client.refresh(first.refresh_token)).body.error).toBe("invalid_grant");
    expect((await client.refresh(third.refresh_token)).body.error).toBe("invalid_grant");
    expect((await userinfo(third.access_token)).status).toBe(403);
    expect((await auth.getUser()).error).toBeNull();
  });

  it("are renewed for less, never for more", async () => {
    const { auth } = await world.person();
    const { refresh_token } = await client.connect(auth);
    const { body: less } = await client.refresh(refresh_token, { scope: "openid" });
    expect(decodeJwt(less.access_token)).toMatchObject({ scope: "openid", email: "" });
    expect((await client.refresh(less.refresh_token, { scope: "openid tessera:write" })).body.error).toBe(
      "invalid_scope",
    );
    expect((await client.refresh(less.refresh_token)).body.scope).toBe("openid email tessera:read");
  });

  it("are renewed for their own client alone, and a person's own token for none", async () => {
    const { auth, session } = await world.person();
    const { refresh_token } = await client.connect(auth);
    expect((await pub.refresh(refresh_token)).body.error).toBe("invalid_grant");
    expect((await client.refresh(session.refresh_token)).body.error).toBe("invalid_grant");
    const own = await world.call("POST", "token?grant_type=refresh_token", { refresh_token });
    expect([own.status, await own.json()]).toEqual([
      400,
      expect.objectContaining({ error_code: "refresh_token_not_found" }),
    ]);
    expect((await client.refresh(refresh_token)).status).toBe(200);
    expect((await auth.refreshSession()).error).toBeNull();
  });

  it("are not given for other grants, nor for renewal where the client is not registered for it", async () => {
    const { body } = await client.call("token", { grant_type: "client_credentials" });
    expect(body.error).toBe("unsupported_grant_type");
    const once = await oauthClient(world, { grant_types: ["authorization_code"] });
    const { auth } = await world.person();
    expect(await once.connect(auth)).not.toHaveProperty("refresh_token");
    expect((await once.refresh("any")).body.error).toBe("unauthorized_client");
  });

  it("are given back by their client, and by no other", async () => {
    const { auth, session } = await world.person();
    for (const kind of ["refresh_token", "access_token"] as const) {
      const tokens = await client.connect(auth);
      expect((await pub.call("revoke", { token: tokens[kind] })).status).toBe(200);
      expect((await userinfo(tokens.access_token)).status).toBe(200);
      expect((await client.call("revoke", { token: tokens[kind] })).status).toBe(200);
      expect((await userinfo(tokens.access_token)).status).toBe(403);
    }
    expect((await client.call("revoke", { token: session.access_token })).status).toBe(200);
    expect((await auth.getUser()).error).toBeNull();
    expect((await client.call("revoke", { token: "nonsense" })).status).toBe(200);
  });

  it("are asked for as forms or in JSON, never as text", async () => {
    const { auth } = await world.person();
    const { code, verifier } = await pub.code(auth);
    const body = {
      grant_type: "authorization_code",
      client_id: pub.id,
      code,
      code_verifier: verifier,
      redirect_uri: CALLBACK,
    };
    const text = await fetch(`${world.url}/auth/v1/oauth/token`, { method: "POST", body: JSON.stringify(body) });
    expect(text.status).toBe(400);
    expect((await world.call("POST", "oauth/token", body)).status).toBe(200);
  });
});
