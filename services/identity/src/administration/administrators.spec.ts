import { sql } from "drizzle-orm";
import { aalOf, withTotp } from "../testing/codes.ts";
import { type IdentityWorld, newAddress, newPhone, PASSWORD, startIdentity } from "../testing/identity-world.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
type Person = Awaited<ReturnType<IdentityWorld["person"]>>;
const caller =
  (world: IdentityWorld, { session }: Person) =>
  async (method: string, path: string, body?: unknown) => {
    const answer = await world.call(method, path, body, bearer(session.access_token));
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

describe("who administers", () => {
  it("is the first account while nobody is listed, and nobody after it", async () => {
    const world = await startIdentity();
    const [first, second] = [await world.person(), await world.person()];
    expect(await caller(world, first)("GET", "admin/users")).toMatchObject({
      status: 200,
      body: { aud: "authenticated" },
    });
    expect(await caller(world, second)("GET", "admin/users")).toMatchObject({
      status: 403,
      body: { error_code: "not_admin" },
    });
    await withTotp(world, first.auth);
    const { data } = await world.client().signInWithPassword({ email: first.email, password: PASSWORD });
    expect(aalOf(data.session!.access_token)).toBe("aal1");
    expect(await caller(world, { ...first, session: data.session! })("GET", "admin/users")).toMatchObject({
      status: 403,
      body: { error_code: "insufficient_aal" },
    });
    await world.stop();
  });

  it("is not who only asked for an account first, nor a visitor without one, but the first to sign in", async () => {
    const world = await startIdentity({ IDENTITY_MAILER_AUTOCONFIRM: "false", IDENTITY_ANONYMOUS: "true" });
    await world.client().signInWithOtp({ email: newAddress() });
    await world.client().signInAnonymously();
    const email = newAddress();
    const auth = world.client();
    await auth.signInWithOtp({ email });
    const { data } = await auth.verifyOtp({ email, token: (await world.mail(email)).code, type: "email" });
    expect(data.user?.app_metadata.roles).toEqual(["owner"]);
    const later = newAddress();
    await world.client().signInWithOtp({ email: later });
    const second = await world
      .client()
      .verifyOtp({ email: later, token: (await world.mail(later)).code, type: "email" });
    expect(second.data.user?.app_metadata.roles).toBeUndefined();
    await world.stop();
  });

  it("is nobody new after the owner is gone", async () => {
    const world = await startIdentity();
    const [owner] = [await world.person(), await world.person()];
    await (await world.admin()).deleteUser(owner.user.id);
    expect((await world.person()).user.app_metadata.roles).toBeUndefined();
    await world.stop();
  });

  it("is who is listed and has shown the address to be theirs; the first account is nobody special then", async () => {
    const world = await startIdentity({ TESSERA_ADMINS: "ines@halvorsen.example" });
    const [first, ines] = [await world.person(), await world.person("ines@halvorsen.example")];
    expect((await caller(world, first)("GET", "admin/users")).status).toBe(403);
    expect((await caller(world, ines)("GET", "admin/users")).status).toBe(200);
    await world.setUser(ines.user.id, { emailConfirmedAt: null });
    expect((await caller(world, ines)("GET", "admin/users")).status).toBe(403);
    await world.stop();
  });
});

describe("an administrator", () => {
  let world: IdentityWorld;
  let owner: Person;
  let act: ReturnType<typeof caller>;
  beforeAll(async () => {
    world = await startIdentity();
    owner = await world.person("owner@tessera.example");
    act = caller(world, owner);
  });
  afterAll(() => world.stop());

  it("does not act on their own account: nobody locks themselves out, or gets around their own password", async () => {
    const { id } = owner.user;
    const [factor] = [(await withTotp(world, (await world.person()).auth)).id];
    const tries: [string, string, unknown?][] = [
      ["PUT", `admin/users/${id}`, { ban_duration: "24h" }],
      ["PUT", `admin/users/${id}`, { password: "another quite long one" }],
      ["PUT", `admin/users/${id}`, { app_metadata: { roles: null } }],
      ["DELETE", `admin/users/${id}`],
      ["DELETE", `admin/users/${id}`, { should_soft_delete: true }],
      ["DELETE", `admin/users/${id}/factors/${factor}`],
      ["POST", "admin/generate_link", { type: "recovery", email: owner.email }],
    ];
    for (const [method, path, body] of tries)
      expect([method, path, await act(method, path, body)]).toMatchObject([
        method,
        path,
        { status: 422, body: { error_code: "own_account" } },
      ]);
    expect((await world.client().signInWithPassword({ email: owner.email, password: PASSWORD })).error).toBeNull();
    expect((await act("GET", "admin/users")).status).toBe(200);
  });

  it("finds people by parts of their address or number, and by their id", async () => {
    const email = `Filter.Me-${Date.now()}@search.example`.toLowerCase();
    const phone = newPhone();
    const admin = await world.admin();
    const { data } = await admin.createUser({ email, phone, email_confirm: true });
    const id = data.user!.id;
    const found = async (filter: string) =>
      ((await act("GET", `admin/users?filter=${encodeURIComponent(filter)}`)).body.users as { id: string }[]).map(
        (user) => user.id,
      );
    for (const filter of [
      "filter.me",
      "ME-",
      "search.example",
      ` ${email} `,
      `+${phone.slice(0, 6)} ${phone.slice(6)}`,
      id,
      id.slice(0, 8),
      id.slice(0, 13),
    ])
      expect([filter, await found(filter)]).toEqual([filter, [id]]);
    for (const filter of ["filter_me", "%", "nobody at all", `${id.slice(0, 35)}${id.endsWith("0") ? "1" : "0"}`])
      expect([filter, await found(filter)]).toEqual([filter, []]);
    const { rows } = await world.database.system((tx) =>
      tx.execute(
        sql`select indexname from pg_indexes where schemaname = 'identity' and indexname like 'users_by_%_part' order by 1`,
      ),
    );
    expect(rows).toEqual([{ indexname: "users_by_email_part" }, { indexname: "users_by_phone_part" }]);
  });

  it("lists people by state, each in exactly one", async () => {
    const apart = await startIdentity();
    const first = await apart.person();
    const admin = await apart.admin();
    const ids: Record<string, string> = { confirmed: first.user.id };
    const create = async (confirmed = true) =>
      (await admin.createUser({ email: newAddress(), email_confirm: confirmed })).data.user!.id;
    ids.unconfirmed = await create(false);
    ids.invited = (await admin.inviteUserByEmail(newAddress())).data.user!.id;
    ids.banned = await create();
    await admin.updateUserById(ids.banned, { ban_duration: "1h" });
    ids.deleted = await create();
    await admin.deleteUser(ids.deleted, true);
    const lifted = await create();
    await admin.updateUserById(lifted, { ban_duration: "1h" });
    await admin.updateUserById(lifted, { ban_duration: "none" });
    const inState = async (state: string) => {
      const { body } = await caller(apart, first)("GET", `admin/users?state=${state}`);
      return (body.users as { id: string }[]).map((user) => user.id).sort();
    };
    for (const state of ["unconfirmed", "invited", "banned", "deleted"])
      expect([state, await inState(state)]).toEqual([state, [ids[state]]]);
    expect(await inState("confirmed")).toEqual([ids.confirmed, lifted].sort());
    expect((await caller(apart, first)("GET", "admin/users?state=lost")).status).toBe(400);
    apart.clock.advance(3_700_000); // bans end on their own
    const again = await apart.client().signInWithPassword({ email: first.email, password: PASSWORD });
    const { body } = await caller(apart, { ...first, session: again.data.session! })("GET", "admin/users?state=banned");
    expect(body.users).toEqual([]);
    await apart.stop();
  });

  it("mails a person a link to set a new password, within the limits of mails", async () => {
    const { user, email } = await world.person();
    expect(await act("POST", `admin/users/${user.id}/recover`)).toMatchObject({ status: 200, body: {} });
    expect((await world.mail(email)).link).toContain("type=recovery");
    const { data } = await (await world.admin()).createUser({ phone: newPhone(), phone_confirm: true });
    expect(await act("POST", `admin/users/${data.user!.id}/recover`)).toMatchObject({ status: 422 });
    expect((await act("POST", `admin/users/${crypto.randomUUID()}/recover`)).status).toBe(404);
  });

  it("leaves in the log what they did to whom, by name for other administrators alone, and keeps no address there", async () => {
    const { user, email } = await world.person();
    await act("PUT", `admin/users/${user.id}`, { ban_duration: "24h" });
    await act("PUT", `admin/users/${user.id}`, { ban_duration: "none" });
    await act("POST", `admin/users/${user.id}/recover`);
    const { body } = await act("GET", `admin/log?user_id=${user.id}`);
    expect(body.events).toMatchObject([
      { action: "admin_recovery_sent", user_id: user.id, email, by: owner.user.id, by_email: owner.email },
      { action: "admin_ban_lifted" },
      { action: "admin_user_banned", until: new Date(world.clock.now().getTime() + 86_400_000).toISOString() },
    ]);
    await act("DELETE", `admin/users/${user.id}`, { should_soft_delete: true });
    const after = (await act("GET", "admin/log?limit=1")).body.events;
    expect(after).toMatchObject([{ action: "admin_user_hidden", user_id: user.id, email: null }]);
    expect(JSON.stringify(await world.audit())).not.toMatch(/@/);
    const stranger = await world.person();
    expect((await caller(world, stranger)("GET", "admin/log")).status).toBe(403);
  });
});
