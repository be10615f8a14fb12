/** What a documented request answers; the statements are those of the items' own specs. @databases one */
import { createClient } from "@supabase/supabase-js";
import { type ApiExample, apiExamples } from "@tessera/contracts-items/api-examples.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { services } from "./services.ts";

const PASSWORD = "correct horse battery staple";

/** What people do with API tokens, against all services. */
describe("the public API", () => {
  let world: World;
  beforeAll(async () => {
    world = await startServices(services({}), {
      ownIdentity: true,
      environment: {
        IDENTITY_MAILER_AUTOCONFIRM: "true",
        IDENTITY_RATE_LIMIT_FACTOR: "0",
        INTERNAL_EMAIL_DOMAIN: "tessera.example",
        TESSERA_ADMINS: "ines@tessera.example",
      },
    });
  });
  afterAll(() => world.stop());

  /** @returns a token of a new person, and their own access token */
  async function person(scopes: string[], email = `ada-${crypto.randomUUID()}@tessera.example`) {
    const { auth } = createClient(world.url, "tessera", { auth: { persistSession: false, autoRefreshToken: false } });
    const { data, error } = await auth.signUp({ email, password: PASSWORD });
    if (error) throw error;
    const session = data.session!.access_token;
    const answer = await send(session, "POST", "/auth/v1/user/api-tokens", { name: "Script", scopes });
    return { session, token: ((await answer.json()) as { token: string }).token };
  }
  const send = (token: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${world.url}${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}` },
        ...(body ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      body: body && JSON.stringify(body),
    });

  it("answers each documented request as its page says, with the scope that it names and no other", async () => {
    const { token, session } = await person(["cards:read", "cards:write"]);
    const { token: reader } = await person(["cards:read"]);
    const { token: writer } = await person(["cards:write"]);
    // A second card, so that there is a next page.
    await send(session, "POST", "/api/items", { type: "note", title: "Earlier" });
    const known: Record<string, string> = {};
    const filled = (text: string) => text.replaceAll(/\$([A-Z]+)/g, (_, name: string) => known[name]!);
    const ask = (as: string, { method, path, headers = {}, body }: ApiExample) =>
      send(
        as,
        method,
        filled(path).replace("limit=50", "limit=1"),
        body,
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
      );
    for (const example of apiExamples) {
      const other = example.scope === "cards:read" ? writer : reader;
      expect([example.title, (await ask(other, example)).status]).toEqual([example.title, 403]);
      const answer = await ask(token, example);
      expect([example.title, answer.ok]).toEqual([example.title, true]);
      if (answer.status === 204) continue;
      const said = (await answer.json()) as { id?: string; version?: number; nextCursor?: string; items?: unknown[] };
      if (said.items) expect([example.title, said.items.length > 0]).toEqual([example.title, true]);
      if (said.nextCursor) known.CURSOR = said.nextCursor;
      if (said.id && example.method === "POST") known.ID ??= said.id;
      if (said.version && said.id === known.ID) known.VERSION = String(said.version);
    }
    const trashed = await send(session, "GET", `/api/items/${known.ID}`);
    expect(await trashed.json()).toMatchObject({ title: "Dentist: Thursday, 9:30", status: "trash", tags: ["home"] });
  });

  it("adds a card once for a key, shows nobody's else, and describes its scopes", async () => {
    const ada = await person(["cards:read", "cards:write"]);
    const bob = await person(["cards:read", "cards:write"]);
    const key = { "idempotency-key": "one" };
    const first = (await (await send(ada.token, "POST", "/api/items", { body: "Once" }, key)).json()) as { id: string };
    const again = (await (await send(ada.token, "POST", "/api/items", { body: "Once" }, key)).json()) as { id: string };
    expect(again.id).toBe(first.id);
    for (const [method, body] of [["GET"], ["PATCH", { title: "Mine" }], ["DELETE"]] as [string, object?][])
      expect((await send(bob.token, method, `/api/items/${first.id}`, body, { "if-match": "*" })).status).toBe(404);
    expect(await (await send(bob.token, "GET", "/api/items")).json()).toMatchObject({ total: 0 });
    const { paths } = (await (await fetch(`${world.url}/api/items/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>;
    };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security = [] }]) =>
        security.flatMap(({ apiToken }) => (apiToken ? [`${method} ${path} ${apiToken}`] : [])),
      ),
    );
    expect(described.sort()).toEqual([
      "delete /api/items/{id} cards:write",
      "get /api/items cards:read",
      "get /api/items/search cards:read",
      "get /api/items/sections cards:read",
      "get /api/items/types cards:read",
      "get /api/items/{id} cards:read",
      "patch /api/items/{id} cards:write",
      "post /api/items cards:write",
      "post /api/mcp cards:read",
      "post /api/mcp cards:write",
    ]);
  });

  it("takes tokens nowhere else, not even those of an administrator", async () => {
    const { token } = await person(["cards:read", "cards:write"], "ines@tessera.example");
    const taken: string[] = [];
    for (const { name } of services({})) {
      const answer = await fetch(`${world.url}/api/${name}/openapi.json`);
      if (!answer.ok) continue;
      const { paths } = (await answer.json()) as {
        paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>;
      };
      for (const [path, methods] of Object.entries(paths))
        for (const [method, { security = [] }] of Object.entries(methods)) {
          if (!security.length || security.some((one) => "apiToken" in one)) continue;
          const at = path.replace("{app}", "items").replaceAll(/\{[^}]*\}/g, "00000000-0000-4000-8000-000000000000");
          const refused = await send(token, method.toUpperCase(), at);
          // These two read a body before they ask whose it is.
          const readsFirst = /^\/(api\/releases|realtime)\//.test(path) && refused.status === 400;
          if (![401, 403].includes(refused.status) && !readsFirst) taken.push(`${refused.status} ${method} ${path}`);
        }
    }
    expect(taken).toEqual([]);
  });

  it("needs the plan that the person needs", async () => {
    const { token } = await person(["cards:read"], `bob-${crypto.randomUUID()}@example.com`);
    const answer = await send(token, "GET", "/api/items");
    expect([answer.status, await answer.json()]).toMatchObject([402, { code: "subscription_required" }]);
  });
});
