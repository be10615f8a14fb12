import { EndedSessions } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { totp, withTotp } from "../testing/codes.ts";
import { type IdentityWorld, PASSWORD, startIdentity } from "../testing/identity-world.ts";
import { notesService } from "../testing/notes-service.ts";
import { type OAuthClient, oauthClient, type Tokens } from "../testing/oauth-client.ts";

describe("what a client may do with a person's account", () => {
  let world: IdentityWorld;
  let client: OAuthClient;
  beforeAll(async () => {
    world = await startIdentity({ TESSERA_ADMINS: "boss@example.com" }, { beside: [notesService] });
    client = await oauthClient(world);
  });
  afterAll(() => world.stop());

  const headers = (token: string) => ({ "content-type": "application/json", authorization: `Bearer ${token}` });
  const read = async (token: string) => (await fetch(`${world.url}/api/notes`, { headers: headers(token) })).status;
  const write = async (token: string) => {
    const body = JSON.stringify({ text: "x" });
    return (await fetch(`${world.url}/api/notes`, { method: "POST", headers: headers(token), body })).status;
  };
  const access = async ({ access_token }: Tokens) => [await read(access_token), await write(access_token)];
  const connected = async (scope = "openid tessera:write") => {
    const person = await world.person();
    return { ...person, tokens: await client.connect(person.auth, { scope }) };
  };
  /** Does what ends sessions, and resolves once the services were notified. */
  const ending = async (act: () => Promise<unknown>) => {
    const obeyed = new Promise<void>(
      (resolve) => void world.application.nest.get(EndedSessions).onEnd(() => resolve()),
    );
    await act();
    await obeyed;
  };

  it.each([
    ["openid email profile", [403, 403]],
    ["tessera:read", [200, 403]],
    ["tessera:write", [200, 201]],
    ["tessera:read tessera:write", [200, 201]],
  ])("is decided by the scope %j", async (scope, expected) => {
    expect(await access((await connected(scope)).tokens)).toEqual(expected);
  });

  it("is nothing in auth/v1 but userinfo, whatever its scope", async () => {
    const { tokens, user, auth } = await connected("openid email tessera:read tessera:write");
    const id = "00000000-0000-4000-8000-000000000000";
    const paths: [string, string, object?][] = [
      ["GET", "user"],
      ["PUT", "user", { data: { name: "Mallory" } }],
      ["DELETE", "user", { current_password: PASSWORD }],
      ["POST", "logout"],
      ["GET", "reauthenticate"],
      ["GET", "user/sessions"],
      ["GET", "user/activity"],
      ["POST", "user/proof", { current_password: PASSWORD }],
      ["POST", "factors", { factor_type: "totp" }],
      ["GET", "factors/recovery-codes"],
      ["GET", "user/identities/authorize?provider=google"],
      ["GET", "user/oauth/grants"],
      ["DELETE", `user/oauth/grants?client_id=${client.id}`],
      ["GET", `oauth/authorizations/${id}`],
      ["POST", `oauth/authorizations/${id}/consent`, { action: "approve" }],
    ];
    for (const [method, path, body] of paths) {
      const answer = await world.call(method, path, body, headers(tokens.access_token));
      expect([method, path, answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([
        method,
        path,
        403,
        "insufficient_scope",
      ]);
    }
    expect((await auth.getUser()).data.user).toMatchObject({ id: user.id, user_metadata: {} });
  });

  it("is never to administer, not even for administrators", async () => {
    const boss = await world.person("boss@example.com");
    const { access_token } = await client.connect(boss.auth, { scope: "email tessera:write" });
    expect((await world.call("GET", "admin/users", undefined, headers(boss.session.access_token))).status).toBe(200);
    expect((await world.call("GET", "admin/users", undefined, headers(access_token))).status).toBe(403);
  });

  it("is nothing with an ID token", async () => {
    const { tokens } = await connected();
    expect(await read(tokens.id_token!)).toBe(401);
    expect((await world.call("GET", "user", undefined, headers(tokens.id_token!))).status).toBe(403);
    expect((await world.call("GET", "admin/users", undefined, headers(tokens.id_token!))).status).toBe(403);
  });

  it("ends in all services when the person takes it back, and no other client's", async () => {
    const { auth, tokens } = await connected();
    const other = await (await oauthClient(world, { client_name: "Other" })).connect(auth, { scope: "tessera:read" });
    await ending(() => auth.oauth.revokeGrant({ clientId: client.id }));
    expect(await access(tokens)).toEqual([401, 401]);
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400);
    expect(await access(other)).toEqual([200, 403]);
    expect((await auth.getUser()).error).toBeNull();
  });

  it("ends when the person signs out everywhere, the client is deleted, or the account is", async () => {
    const one = await connected();
    await ending(() => one.auth.signOut({ scope: "global" }));
    expect(await access(one.tokens)).toEqual([401, 401]);
    const doomed = await oauthClient(world, { client_name: "Doomed" });
    const two = await world.person();
    const tokens = await doomed.connect(two.auth, { scope: "tessera:write" });
    await ending(async () => (await world.admin()).oauth.deleteClient(doomed.id));
    expect(await access(tokens)).toEqual([401, 401]);
    const three = await connected();
    await ending(async () => (await world.admin()).deleteUser(three.user.id));
    expect(await access(three.tokens)).toEqual([401, 401]);
  });

  it("outlives the session in which the person said yes, and is no session among their devices", async () => {
    const { auth, email, tokens } = await connected();
    await auth.signOut({ scope: "local" });
    expect(await access(tokens)).toEqual([200, 201]);
    await auth.signInWithPassword({ email, password: PASSWORD });
    const { data } = await auth.getSession();
    const answer = await world.call("GET", "user/sessions", undefined, headers(data.session!.access_token));
    expect(((await answer.json()) as { sessions: unknown[] }).sessions).toHaveLength(1);
  });

  it("is as strong as the session in which the person said yes", async () => {
    const person = await world.person();
    const { secret, id } = await withTotp(world, person.auth);
    const strong = await client.connect(person.auth, { scope: "tessera:read" });
    expect(await read(strong.access_token)).toBe(200);
    const half = world.client();
    await half.signInWithPassword({ email: person.email, password: PASSWORD });
    const { id: asked } = await client.authorize();
    expect((await half.oauth.getAuthorizationDetails(asked)).error).toMatchObject({ code: "insufficient_aal" });
    world.clock.advance(60_000);
    await half.mfa.challengeAndVerify({ factorId: id, code: totp(world, secret) });
    expect((await half.oauth.getAuthorizationDetails(asked)).error).toBeNull();
  });

  it("leaves nothing behind when the account is deleted or hidden", async () => {
    const admin = await world.admin();
    for (const soft of [false, true]) {
      const { user } = await connected();
      expect((await admin.deleteUser(user.id, soft)).error).toBeNull();
      const { rows } = await world.database.system((tx) =>
        tx.execute<{ count: number }>(sql`
          select (select count(*) from identity.oauth_grants where user_id = ${user.id})
            + (select count(*) from identity.oauth_authorizations where user_id = ${user.id})
            + (select count(*) from identity.sessions where user_id = ${user.id}) as count`),
      );
      expect(Number(rows[0]!.count)).toBe(0);
    }
  });
});
