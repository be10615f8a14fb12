import type { ApiTokens, NewApiToken } from "@tessera/contracts-identity/account.ts";
import { MAX_API_TOKENS } from "@tessera/contracts-identity/limits.ts";
import { hashOfApiToken } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { totp, withTotp } from "../testing/codes.ts";
import { type IdentityWorld, PASSWORD, startIdentity } from "../testing/identity-world.ts";
import { notesService } from "../testing/notes-service.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("API tokens", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ TESSERA_ADMINS: "boss@example.com" }, { beside: [notesService] });
  });
  afterAll(() => world.stop());

  type Person = Awaited<ReturnType<typeof world.person>>;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const own = async (person: Person, method: string, path = "", body?: unknown) => {
    const { data } = await person.auth.getSession();
    return world.call(method, `user/api-tokens${path}`, body, bearer(data.session!.access_token));
  };
  const wish = { name: "Shell script", scopes: ["notes:read", "notes:write"] };
  const make = async (person: Person, change: object = {}) =>
    (await (await own(person, "POST", "", { ...wish, ...change })).json()) as NewApiToken;
  const list = async (person: Person) => (await (await own(person, "GET")).json()) as ApiTokens;
  const codeOf = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { error_code: string }).error_code,
  ];
  const notes = (token: string, method = "GET", body?: object) =>
    fetch(`${world.url}/api/notes`, {
      method,
      headers: { ...bearer(token), ...(body ? { "content-type": "application/json" } : {}) },
      body: body && JSON.stringify(body),
    });
  const counts = async ({ token }: NewApiToken) => (await notes(token)).status === 200;
  const system = async (statement: ReturnType<typeof sql>) =>
    (await world.database.system((tx) => tx.execute(statement))).rows;

  it("are shown once, kept as a hash, and act for their person alone", async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    const made = await make(ada);
    expect(made.token).toMatch(/^tessera_pat_[\w-]{43}$/);
    expect((await notes(made.token, "POST", { text: "Ada's" })).status).toBe(201);
    const theirs = await make(bob);
    expect(await (await notes(theirs.token)).json()).toEqual([]);
    expect(await (await notes(made.token)).json()).toEqual([{ text: "Ada's" }]);
    const [row] = await system(sql`select * from identity.api_tokens where id = ${made.id}`);
    expect(Buffer.from(row!.hash as Buffer)).toEqual(hashOfApiToken(made.token));
    const kept = await system(sql`select to_jsonb(t) as row from identity.api_tokens t
      union all select to_jsonb(e) from identity.audit_events e union all select to_jsonb(m) from identity.outbox_mails m`);
    expect(JSON.stringify(kept)).not.toContain(made.token.slice(12));
    expect(JSON.stringify(await list(ada))).not.toContain(made.token.slice(12));
  });

  it("are listed with what areas let them do, when they expire and when they were last used, to the minute", async () => {
    const ada = await world.person();
    const made = await make(ada, { name: "  Shortcut  ", scopes: ["notes:read", "notes:read"], expires_in_days: 30 });
    const { token: _, ...view } = made;
    expect(await list(ada)).toEqual({
      tokens: [{ ...view, name: "Shortcut", scopes: ["notes:read"], last_used_at: null }],
      scopes: [
        { name: "notes:read", title: "Read your notes" },
        { name: "notes:write", title: "Add notes" },
      ],
    });
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(30 * DAY);
    const used = async () => {
      await notes(made.token);
      return (await list(ada)).tokens[0]!.last_used_at;
    };
    const first = await used();
    expect(world.clock.now().getTime() - Date.parse(first!)).toBeLessThan(MINUTE / 2);
    world.clock.advance(MINUTE / 2);
    expect(await used()).toBe(first);
    world.clock.advance(MINUTE);
    expect(Date.parse((await used())!) - Date.parse(first!)).toBeGreaterThan(MINUTE);
    const unnamed = await make(ada);
    expect(Date.parse(unnamed.expires_at) - Date.parse(unnamed.created_at)).toBe(90 * DAY);
  });

  it("are refused without a name, a scope that an area declares, or an end", async () => {
    const ada = await world.person();
    for (const change of [
      { name: " " },
      { name: "a\nb" },
      { name: "x".repeat(81) },
      { scopes: [] },
      { scopes: ["notes:everything"] },
      { expires_in_days: 0 },
      { expires_in_days: 36500 },
      { expires_in_days: null },
    ])
      expect([change, await codeOf(await own(ada, "POST", "", { ...wish, ...change }))]).toEqual([
        change,
        [400, "validation_failed"],
      ]);
    expect((await list(ada)).tokens).toEqual([]);
  });

  it("end when they expire, and at once when they are revoked, by nobody else", async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    const [short, revoked] = [await make(ada, { expires_in_days: 30 }), await make(ada)];
    expect([await counts(short), await counts(revoked)]).toEqual([true, true]);
    expect(await codeOf(await own(bob, "DELETE", `/${revoked.id}`))).toEqual([404, "api_token_not_found"]);
    expect(await counts(revoked)).toBe(true);
    expect((await own(ada, "DELETE", `/${revoked.id}`)).status).toBe(204);
    expect(await codeOf(await own(ada, "DELETE", `/${revoked.id}`))).toEqual([404, "api_token_not_found"]);
    const answer = await notes(revoked.token);
    expect([answer.status, answer.headers.get("www-authenticate"), await answer.json()]).toMatchObject([
      401,
      'Bearer error="invalid_token"',
      { code: "api_token_invalid" },
    ]);
    await system(
      sql`update identity.api_tokens set expires_at = ${world.clock.now().toISOString()} where id = ${short.id}`,
    );
    expect(await counts(short)).toBe(false);
  });

  it("are twenty at most, of which expired ones are none, also where many are made at once", async () => {
    const ada = await world.person();
    const first = await make(ada);
    for (let count = 2; count < MAX_API_TOKENS; count++) await make(ada);
    const atOnce = await Promise.all(Array.from({ length: 6 }, () => own(ada, "POST", "", wish)));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    expect(await codeOf(await own(ada, "POST", "", wish))).toEqual([422, "too_many_api_tokens"]);
    await system(sql`update identity.api_tokens set expires_at = now() - interval '1 day' where id = ${first.id}`);
    expect((await own(ada, "POST", "", wish)).status).toBe(201);
  });

  it("are made by who proved just now who they are", async () => {
    const ada = await world.person();
    world.clock.advance(16 * MINUTE);
    expect(await codeOf(await own(ada, "POST", "", wish))).toEqual([400, "reauthentication_needed"]);
    expect((await own(ada, "POST", "", { ...wish, current_password: "wrong" })).status).toBe(400);
    expect((await own(ada, "POST", "", { ...wish, current_password: PASSWORD })).status).toBe(201);
    expect((await list(ada)).tokens).toHaveLength(1);
  });

  it("are told of in the account's log and by mail", async () => {
    const ada = await world.person();
    const { id } = await make(ada);
    await own(ada, "DELETE", `/${id}`);
    const events = (await world.audit()).filter(({ userId }) => userId === ada.user.id);
    expect(events.slice(-2).map(({ action, details }) => [action, details])).toEqual([
      ["api_token_made", { name: "Shell script", scope: "notes:read notes:write" }],
      ["api_token_revoked", { name: "Shell script" }],
    ]);
    expect((await world.mails(ada.email)).map(({ subject }) => subject)).toContain("An API token was made");
  });

  it("open nothing of the account, of administrators, or of what takes none", async () => {
    const boss = await world.person("boss@example.com");
    const { token } = await make(boss);
    for (const [method, path, body] of [
      ["GET", "user"],
      ["PUT", "user", { data: { name: "Mallory" } }],
      ["DELETE", "user", { current_password: PASSWORD }],
      ["GET", "user/api-tokens"],
      ["POST", "user/api-tokens", { ...wish, current_password: PASSWORD }],
      ["GET", "user/sessions"],
      ["GET", "user/activity"],
      ["POST", "user/proof", { current_password: PASSWORD }],
      ["GET", "factors/recovery-codes"],
      ["GET", "oauth/userinfo"],
      ["GET", "admin/users"],
    ] as [string, string, object?][]) {
      const answer = await world.call(method, path, body, bearer(token));
      expect([path, answer.status >= 401 && answer.status <= 403]).toEqual([path, true]);
    }
    const answer = await notes(token, "DELETE");
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: "api_token_not_accepted" }]);
    expect(await (await notes(token)).json()).toEqual([]);
  });

  it("do not count while their person is banned, and are gone with the account", async () => {
    const admin = await world.admin();
    const banned = await world.person();
    const made = await make(banned);
    await admin.updateUserById(banned.user.id, { ban_duration: "24h" });
    expect(await counts(made)).toBe(false);
    await admin.updateUserById(banned.user.id, { ban_duration: "none" });
    expect(await counts(made)).toBe(true);
    for (const softly of [false, true]) {
      const gone = await world.person();
      // Of somebody without a password: nothing that ends with it ends these.
      await world.setUser(gone.user.id, { passwordHash: null });
      const last = await make(gone);
      await admin.deleteUser(gone.user.id, softly);
      expect(await counts(last)).toBe(false);
      expect(await system(sql`select id from identity.api_tokens where user_id = ${gone.user.id}`)).toEqual([]);
    }
  });

  it("end with the password and with all sessions, not with the session that made them or the others", async () => {
    const ada = await world.person();
    const made = await make(ada);
    await ada.auth.signOut({ scope: "others" });
    expect(await counts(made)).toBe(true);
    await ada.auth.signOut({ scope: "local" });
    expect(await counts(made)).toBe(true);
    await ada.auth.signInWithPassword({ email: ada.email, password: PASSWORD });
    expect(
      (await ada.auth.updateUser({ password: `${PASSWORD} two`, current_password: PASSWORD } as object)).error,
    ).toBeNull();
    expect(await counts(made)).toBe(false);
    const again = await make(ada);
    await ada.auth.signOut({ scope: "global" });
    expect(await counts(again)).toBe(false);
  });

  it("end with the first second factor unless they were made with one", async () => {
    const ada = await world.person();
    const weak = await make(ada);
    const { secret } = await withTotp(world, ada.auth);
    expect(await counts(weak)).toBe(false);
    const strong = await make(ada);
    world.clock.advance(MINUTE);
    const { data } = await ada.auth.mfa.enroll({ factorType: "totp", friendlyName: "Second phone" });
    world.clock.advance(MINUTE);
    await ada.auth.mfa.challengeAndVerify({
      factorId: data!.id,
      code: totp(world, (data as { totp: { secret: string } }).totp.secret),
    });
    expect(secret).not.toBe("");
    expect(await counts(strong)).toBe(true);
  });
});
