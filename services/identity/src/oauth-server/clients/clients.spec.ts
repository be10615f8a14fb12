import { sql } from "drizzle-orm";
import { Maintenance } from "../../core/index.ts";
import { type IdentityWorld, startIdentity } from "../../testing/identity-world.ts";
import { clientOf } from "../../testing/oauth-client.ts";

describe("clients of the OAuth server", () => {
  let world: IdentityWorld;
  let admin: Awaited<ReturnType<IdentityWorld["admin"]>>;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_OAUTH_REGISTRATION: "true" });
    admin = await world.admin();
  });
  afterAll(() => world.stop());

  const NEW = { client_name: "Reader", redirect_uris: ["https://reader.example/callback"] };

  it("are made, read, changed and deleted by an unmodified supabase-js", async () => {
    const { data: made, error } = await admin.oauth.createClient(NEW);
    expect(error).toBeNull();
    expect(made).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_secret_expires_at: 0,
      client_name: "Reader",
      client_type: "confidential",
      token_endpoint_auth_method: "client_secret_basic",
      registration_type: "manual",
      redirect_uris: ["https://reader.example/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const id = made!.client_id;
    const { data: read } = await admin.oauth.getClient(id);
    expect(read).toMatchObject({ client_id: id, client_name: "Reader" });
    expect(read).not.toHaveProperty("client_secret");
    const { data: changed } = await admin.oauth.updateClient(id, { logo_uri: "https://reader.example/logo.png" });
    expect(changed).toMatchObject({ client_name: "Reader", logo_uri: "https://reader.example/logo.png" });
    expect(changed).not.toHaveProperty("client_secret");
    const { data: renewed } = await admin.oauth.regenerateClientSecret(id);
    expect(renewed!.client_secret).toMatch(/^[\w-]{43}$/);
    expect(renewed!.client_secret).not.toBe(made!.client_secret);
    expect((await admin.oauth.deleteClient(id)).error).toBeNull();
    expect((await admin.oauth.getClient(id)).error).toMatchObject({ status: 404, code: "oauth_client_not_found" });
    const acts = (await world.audit()).map(({ action, details }) => [action, details]);
    for (const act of ["created", "updated", "secret_renewed", "deleted"])
      expect(acts).toContainEqual([`admin_oauth_client_${act}`, { client: id, by: "service key" }]);
  });

  it("are listed by pages, the newest first", async () => {
    for (const client_name of ["One", "Two", "Three"]) await admin.oauth.createClient({ ...NEW, client_name });
    const { data } = await admin.oauth.listClients({ page: 1, perPage: 2 });
    expect(data).toMatchObject({ aud: "authenticated", nextPage: 2, total: expect.any(Number) });
    expect(data.clients.map(({ client_name }) => client_name)).toEqual(["Three", "Two"]);
    expect((await admin.oauth.listClients()).data.clients.length).toBeGreaterThanOrEqual(3);
  });

  it("have secrets that the database does not know", async () => {
    const { data } = await admin.oauth.createClient(NEW);
    const { rows } = await world.database.system((tx) =>
      tx.execute<{ row: string }>(sql`select to_jsonb(c)::text as row from identity.oauth_clients c`),
    );
    expect(rows.map(({ row }) => row).join()).not.toContain(data!.client_secret);
    const { data: pub } = await admin.oauth.createClient({ ...NEW, token_endpoint_auth_method: "none" });
    expect(pub).toMatchObject({ client_type: "public" });
    expect(pub).not.toHaveProperty("client_secret");
    expect((await admin.oauth.regenerateClientSecret(pub!.client_id)).error).toMatchObject({ status: 400 });
    const change = { token_endpoint_auth_method: "client_secret_post" } as const;
    expect((await admin.oauth.updateClient(pub!.client_id, change)).error).toMatchObject({ status: 400 });
  });

  it.each([
    [[]],
    [["not an address"]],
    [["http://reader.example/callback"]],
    [["https://reader.example/callback#part"]],
    [["https://user:pass@reader.example/callback"]],
    [["javascript://reader.example/%0aalert(1)"]],
    [["data:text/html,hello"]],
    [["file:///etc/passwd"]],
    [["https://reader.example/a b"]],
    [["https://reader.example\\@evil.example/"]],
    [Array.from({ length: 11 }, (_, index) => `https://reader.example/${index}`)],
  ])("cannot have the redirect addresses %j", async (redirect_uris) => {
    const { data, error } = await admin.oauth.createClient({ client_name: "Bad", redirect_uris });
    expect(data).toBeNull();
    expect(error).toMatchObject({ status: 400, message: expect.stringMatching(/redirect_uris|required|invalid/i) });
  });

  it.each([
    ["https://reader.example/callback?kept=1"],
    ["http://127.0.0.1:4000/callback"],
    ["http://[::1]/callback"],
    ["cursor://anysphere.cursor/callback"],
  ])("may have the redirect address %s", async (uri) => {
    const { data } = await admin.oauth.createClient({ client_name: "Good", redirect_uris: [uri] });
    expect(data!.redirect_uris).toEqual([uri]);
  });

  it("are for administrators alone", async () => {
    const admins = await startIdentity({ TESSERA_ADMINS: "admin@example.com" });
    try {
      const { session } = await admins.person();
      const { session: administrator } = await admins.person("admin@example.com");
      const ask = async (token: string, method: string, path: string, body?: unknown) =>
        (await admins.call(method, `admin/oauth/clients${path}`, body, { authorization: `Bearer ${token}` })).status;
      const id = "00000000-0000-4000-8000-000000000000";
      const acts: [string, string, unknown?][] = [
        ["GET", ""],
        ["POST", "", NEW],
        ["GET", `/${id}`],
        ["PUT", `/${id}`, { client_name: "Mine" }],
        ["DELETE", `/${id}`],
        ["POST", `/${id}/regenerate_secret`],
      ];
      for (const act of acts) expect([act[1], await ask(session.access_token, ...act)]).toEqual([act[1], 403]);
      expect(await ask(administrator.access_token, "POST", "", NEW)).toBe(201);
    } finally {
      await admins.stop();
    }
  });

  it("register themselves where the installation lets them, and are forgotten unused after a month", async () => {
    const answer = await world.call("POST", "oauth/clients/register", {
      ...NEW,
      token_endpoint_auth_method: "none",
      contacts: ["a member of RFC 7591 that we do not keep"],
    });
    expect(answer.status).toBe(201);
    const { client_id: id } = (await answer.json()) as { client_id: string };
    expect((await admin.oauth.getClient(id)).data).toMatchObject({
      registration_type: "dynamic",
      client_type: "public",
    });
    const used = clientOf(world, (await (await world.call("POST", "oauth/clients/register", NEW)).json()) as never);
    await used.connect((await world.person()).auth);
    world.clock.advance(31 * 86_400_000);
    await world.application.nest.get(Maintenance).run();
    const later = await world.admin();
    expect((await later.oauth.getClient(id)).error).toMatchObject({ code: "oauth_client_not_found" });
    expect((await later.oauth.getClient(used.id)).error).toBeNull();
  });

  it("do not register themselves by default, whatever they send", async () => {
    const closed = await startIdentity();
    try {
      for (const body of [NEW, { redirect_uris: "nonsense" }]) {
        const answer = await closed.call("POST", "oauth/clients/register", body);
        expect([answer.status, await answer.json()]).toEqual([
          403,
          expect.objectContaining({ error_code: "oauth_dynamic_client_registration_disabled" }),
        ]);
      }
    } finally {
      await closed.stop();
    }
  });
});
