import { createHmac, randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { accountRestored, accountSuspended } from "@tessera/contracts-identity/events.ts";
import { subscriber } from "@tessera/testing/subscriber.ts";
import { exportSPKI, importJWK, type JWK, SignJWT } from "jose";
import { Secret } from "../core/secret/secret.ts";
import { aalOf, withTotp } from "../testing/codes.ts";
import { type IdentityWorld, newAddress, newPhone, PASSWORD, startIdentity } from "../testing/identity-world.ts";
import { createServiceKey, SERVICE_KID } from "./service-key.ts";

const OTHER = "another quite long one";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Ids of the accounts announced as suspended. */
const suspended: string[] = [];
/** Until when, and the accounts whose ban was lifted. */
const bans: { userId: string; until: string | null; at: string | null }[] = [];
const restored: { userId: string; at: string }[] = [];
const listener = subscriber((events) => {
  events.on(accountSuspended, "listener", async (ban) => {
    suspended.push(ban.userId);
    bans.push(ban);
  });
  events.on(accountRestored, "listener", async (end) => void restored.push(end));
});

describe("administration", () => {
  let world: IdentityWorld;
  let admin: Awaited<ReturnType<IdentityWorld["admin"]>>;
  beforeAll(async () => {
    world = await startIdentity({}, { beside: [listener] });
    admin = await world.admin();
    await world.person(); // the first account administers; the others here are people like any
  });
  afterAll(() => world.stop());

  const everyCall = (id: string): [string, string, unknown?][] => [
    ["GET", "admin/users"],
    ["POST", "admin/users", { email: newAddress() }],
    ["GET", `admin/users/${id}`],
    ["PUT", `admin/users/${id}`, { app_metadata: { roles: ["admin"] } }],
    ["DELETE", `admin/users/${id}`],
    ["GET", `admin/users/${id}/factors`],
    ["DELETE", `admin/users/${id}/factors/${id}`],
    ["POST", "invite", { email: newAddress() }],
    ["POST", "admin/generate_link", { type: "magiclink", email: newAddress() }],
  ];

  it("is refused to everybody without a service key [auth.admin-role]", async () => {
    const { user, session, email } = await world.person();
    for (const [method, path, body] of everyCall(user.id)) {
      const none = await world.call(method, path, body);
      expect([path, none.status, ((await none.json()) as { error_code: string }).error_code]).toEqual([
        path,
        401,
        "no_authorization",
      ]);
      const own = await world.call(method, path, body, bearer(session.access_token));
      expect([path, own.status, await own.json()]).toEqual([
        path,
        403,
        { code: 403, error_code: "not_admin", msg: "User not allowed" },
      ]);
    }
    expect(await world.user(email)).toMatchObject({ id: user.id, appMetadata: { provider: "email" } });
  });

  it("is refused to forged, expired and confused keys [auth.admin-role]", async () => {
    const now = world.clock.now();
    const secret = world.application.nest.get(Secret);
    const { keys } = (await (await world.call("GET", ".well-known/jwks.json")).json()) as { keys: JWK[] };
    const spki = await exportSPKI((await importJWK(keys[0]!, "ES256")) as CryptoKey);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = { role: "service_role", exp: Math.floor(now.getTime() / 1000) + 3600 };
    const hmac = (header: object, key: string) => {
      const text = `${part(header)}.${part(claims)}`;
      return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
    };
    const forged = [
      await createServiceKey(new Secret(Buffer.alloc(32)), now, 1),
      await createServiceKey(secret, new Date(now.getTime() - 2 * 86_400_000), 1),
      `${part({ alg: "none", kid: SERVICE_KID })}.${part(claims)}.`,
      `${part({ alg: "none" })}.${part(claims)}.`,
      hmac({ alg: "HS256", kid: keys[0]!.kid }, spki),
      hmac({ alg: "HS256", kid: keys[0]!.kid }, JSON.stringify(keys[0])),
      hmac({ alg: "HS256", kid: SERVICE_KID }, spki),
      await new SignJWT({ role: "service_role" })
        .setProtectedHeader({ alg: "HS256", kid: SERVICE_KID })
        .sign(secret.keyOfInstallation("service keys")), // endless
      "not a token",
    ];
    for (const token of forged) {
      const answer = await world.call("GET", "admin/users", undefined, bearer(token.replaceAll(" ", "")));
      expect([token, answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([
        token,
        403,
        "bad_jwt",
      ]);
    }
  });

  it("takes a key of the script that knows the installation's secret [auth.admin-role]", async () => {
    const { execFile } = await import("node:child_process");
    const { promisify } = await import("node:util");
    const script = new URL("../../bin/create-service-key.ts", import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [script, "--days", "2"], {
      env: { PATH: process.env.PATH ?? "", DATA_DIR: world.dataDir },
    });
    expect((await world.call("GET", "admin/users", undefined, bearer(stdout.trim()))).status).toBe(200);
  });

  it("is open to a person whom an administrator made one, with their second factor, until it is taken back", async () => {
    const { auth, user, session, email } = await world.person();
    const asPerson = async (token: string) => (await world.call("GET", "admin/users", undefined, bearer(token))).json();
    await auth.updateUser({ data: { roles: ["admin"] } }); // their own metadata makes nobody an administrator
    expect(await asPerson(session.access_token)).toMatchObject({ error_code: "not_admin" });
    await admin.updateUserById(user.id, { app_metadata: { roles: ["admin"] } });
    expect(await asPerson(session.access_token)).toMatchObject({ aud: "authenticated" });
    const { session: strong } = await withTotp(world, auth);
    const weak = world.client();
    const { data } = await weak.signInWithPassword({ email, password: PASSWORD });
    expect(await asPerson(data.session!.access_token)).toMatchObject({ error_code: "insufficient_aal" });
    expect(await asPerson(strong.access_token)).toMatchObject({ aud: "authenticated" });
    await admin.updateUserById(user.id, { app_metadata: { roles: null } });
    expect(await asPerson(strong.access_token)).toMatchObject({ error_code: "not_admin" });
  });

  it("lists accounts page by page, with a total and links that the client reads [auth.admin-users]", async () => {
    const apart = await startIdentity();
    const lister = await apart.admin();
    for (let index = 0; index < 5; index++) {
      await lister.createUser({ email: `p${index}@example.com`, email_confirm: true });
      apart.clock.advance(1000);
    }
    const first = await lister.listUsers({ page: 1, perPage: 2 });
    expect(first.data).toMatchObject({ total: 5, nextPage: 2, lastPage: 3, aud: "authenticated" });
    expect(first.data.users.map((user) => user.email)).toEqual(["p4@example.com", "p3@example.com"]);
    const last = await lister.listUsers({ page: 3, perPage: 2 });
    expect(last.data).toMatchObject({ total: 5, nextPage: null, lastPage: 3 });
    expect(last.data.users.map((user) => user.email)).toEqual(["p0@example.com"]);
    const raw = await apart.call("GET", "admin/users?page=1&per_page=2", undefined, bearer(lister.key));
    expect(raw.headers.get("x-total-count")).toBe("5");
    expect(raw.headers.get("link")).toBe(
      `<${apart.url}/auth/v1/admin/users?page=2&per_page=2>; rel="next", <${apart.url}/auth/v1/admin/users?page=3&per_page=2>; rel="last"`,
    );
    const found = await apart.call("GET", "admin/users?filter=P3%40", undefined, bearer(lister.key));
    expect(((await found.json()) as { users: { email: string }[] }).users.map(({ email }) => email)).toEqual([
      "p3@example.com",
    ]);
    const everything = await apart.call("GET", "admin/users?filter=%25", undefined, bearer(lister.key));
    expect(((await everything.json()) as { users: unknown[] }).users).toEqual([]);
    expect((await lister.listUsers({ page: -1, perPage: 2 })).error).toMatchObject({
      status: 400,
      message: expect.stringMatching(/Bad Pagination/),
    });
    await apart.stop();
  });

  it.each([
    ["page=0&per_page=2", "page=2&per_page=2"],
    ["page=1&per_page=0", "page=1&per_page=50"],
    ["page=&per_page=", "page=1&per_page=50"],
    ["page=1&per_page=5000", "page=1&per_page=1000"],
  ])("lists the nearest page there is for %s", async (asked, linked) => {
    const { key } = await world.admin();
    await Promise.all([world.person(), world.person(), world.person()]);
    const answer = await world.call("GET", `admin/users?${asked}`, undefined, bearer(key));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("link")).toContain(`?${linked}>`);
    expect(((await answer.json()) as { users: unknown[] }).users.length).toBeGreaterThan(0);
  });

  it.each(["page=-1", "page=x", "per_page=1.5", "per_page=1e3"])("refuses %s", async (asked) => {
    const { key } = await world.admin();
    expect((await world.call("GET", `admin/users?${asked}`, undefined, bearer(key))).status).toBe(400);
  });

  it("creates accounts that can sign in, by address or number [auth.admin-users]", async () => {
    const [email, phone] = [newAddress(), newPhone()];
    const { data, error } = await admin.createUser({
      email,
      phone,
      password: PASSWORD,
      email_confirm: true,
      phone_confirm: true,
      user_metadata: { name: "Ada" },
      app_metadata: { team: "one" },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      phone,
      user_metadata: { name: "Ada" },
      app_metadata: { team: "one", provider: "email", providers: ["email", "phone"] },
    });
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await world.client().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
    expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: "email_exists" });
    const id = (await world.user(email))!.id;
    const again = await admin.createUser({ id, email: newAddress() });
    expect(again.error).toMatchObject({
      status: 422,
      code: "user_already_exists",
      message: expect.stringContaining(id),
    });
    expect((await admin.createUser({ email: newAddress(), phone })).error).toMatchObject({
      status: 422,
      code: "phone_exists",
    });
    expect((await admin.createUser({ email: newAddress(), password: "12345678" })).error).toMatchObject({
      code: "weak_password",
    });
    expect((await admin.createUser({})).error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  it("shows and changes one account, and ends its sessions with a new password [auth.admin-user]", async () => {
    const { user, auth, email } = await world.person();
    expect((await admin.getUserById(user.id)).data.user).toMatchObject({ id: user.id, email });
    const changed = newAddress();
    const { data } = await admin.updateUserById(user.id, {
      email: changed,
      password: OTHER,
      user_metadata: { town: "Paris" },
    });
    expect(data.user).toMatchObject({
      email: changed,
      user_metadata: { town: "Paris" },
      email_confirmed_at: expect.any(String),
    });
    expect((await auth.refreshSession()).error).not.toBeNull();
    expect((await world.client().signInWithPassword({ email: changed, password: OTHER })).error).toBeNull();
    const { email: taken } = await world.person();
    expect((await admin.updateUserById(user.id, { email: taken })).error).toMatchObject({
      status: 422,
      code: "email_exists",
    });
  });

  it("bans for a time, and lifts the ban [auth.admin-user]", async () => {
    const { user, auth, email } = await world.person();
    const { data } = await admin.updateUserById(user.id, { ban_duration: "1h30m" });
    expect(Date.parse((data.user as unknown as { banned_until: string }).banned_until)).toBe(
      world.clock.now().getTime() + 5_400_000,
    );
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      code: "user_banned",
    });
    expect((await auth.getUser()).error).toMatchObject({ code: "user_banned" });
    expect((await admin.updateUserById(user.id, { ban_duration: "soon" })).error).toMatchObject({
      code: "validation_failed",
    });
    await admin.updateUserById(user.id, { ban_duration: "none" });
    await world.jobsIdle();
    expect(suspended.filter((id) => id === user.id)).toEqual([user.id]);
    const ban = bans.find(({ userId }) => userId === user.id)!;
    expect(ban.until).toBe(new Date(Date.parse(ban.at!) + 5_400_000).toISOString());
    expect(restored.map(({ userId }) => userId)).toEqual([user.id]);
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it("deletes for good, and lets the address be used again [auth.admin-user]", async () => {
    const { user, auth, email } = await world.person();
    expect((await admin.deleteUser(user.id)).error).toBeNull();
    expect((await admin.getUserById(user.id)).error).toMatchObject({ status: 404, code: "user_not_found" });
    expect((await auth.refreshSession()).error).not.toBeNull();
    expect((await world.client().signUp({ email, password: PASSWORD })).error).toBeNull();
  });

  it("deletes softly: the row stays and says nothing of the person [auth.admin-user]", async () => {
    const { user, auth, email } = await world.person();
    await auth.updateUser({ data: { name: "Ada" } });
    await withTotp(world, auth);
    expect((await admin.deleteUser(user.id, true)).error).toBeNull();
    const { data } = await admin.getUserById(user.id);
    expect(data.user).toMatchObject({
      id: user.id,
      deleted_at: expect.any(String),
      user_metadata: {},
      app_metadata: {},
      factors: [],
    });
    expect(data.user?.email).toMatch(/^[0-9a-f]{64}$/);
    await world.jobsIdle();
    expect(suspended).toContain(user.id);
    expect(JSON.stringify(data)).not.toContain(email);
    expect((await auth.refreshSession()).error).not.toBeNull();
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      code: "invalid_credentials",
    });
    expect((await admin.deleteUser(user.id)).error).toMatchObject({ code: "user_not_found" });
    expect((await world.client().signUp({ email, password: PASSWORD })).error).toBeNull();
  });

  it("lists and removes second factors; what they raised falls [auth.admin-factors]", async () => {
    const { user, auth } = await world.person();
    const { id } = await withTotp(world, auth);
    const listed = await admin.mfa.listFactors({ userId: user.id });
    expect(listed.data?.factors).toEqual([expect.objectContaining({ id, status: "verified", factor_type: "totp" })]);
    expect(JSON.stringify(listed.data)).not.toMatch(/secret/i);
    const stranger = await world.person();
    expect((await admin.mfa.deleteFactor({ userId: stranger.user.id, id })).error).toMatchObject({
      code: "mfa_factor_not_found",
    });
    expect((await admin.mfa.deleteFactor({ userId: user.id, id })).error).toBeNull();
    expect((await admin.mfa.listFactors({ userId: user.id })).data?.factors).toEqual([]);
    expect(aalOf((await auth.refreshSession()).data.session!.access_token)).toBe("aal1");
    expect((await admin.mfa.listFactors({ userId: randomUUID() })).error).toMatchObject({ code: "user_not_found" });
  });

  it("refuses what is no identifier, in the client and in the service [auth.admin-ids]", async () => {
    await expect(admin.getUserById("me")).rejects.toThrow(/UUID/);
    for (const [method, path] of everyCall("me").filter(([, path]) => path.includes("/me"))) {
      const answer = await world.call(method, path, method === "PUT" ? {} : undefined, bearer(admin.key));
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        404,
        { code: 404, error_code: "validation_failed", msg: "user_id must be an UUID" },
      ]);
    }
    const factor = await world.call("DELETE", `admin/users/${randomUUID()}/factors/mine`, undefined, bearer(admin.key));
    expect(await factor.json()).toMatchObject({ msg: "factor_id must be an UUID" });
  });

  it("is recorded with who did it, and without addresses", async () => {
    const { user } = await world.person();
    await admin.updateUserById(user.id, { ban_duration: "24h" });
    const rows = (await world.audit()).filter((row) => row.userId === user.id);
    expect(rows.at(-1)).toMatchObject({
      action: "admin_user_banned",
      details: { by: "service key", until: new Date(world.clock.now().getTime() + 86_400_000).toISOString() },
    });
    expect(JSON.stringify(await world.audit())).not.toMatch(/@example\.com/);
  });

  it("works with a publishable client beside it: the key travels as bearer token only", async () => {
    const client = createClient(world.url, admin.key, { auth: { persistSession: false } });
    expect((await client.auth.admin.listUsers()).error).toBeNull();
  });
});
