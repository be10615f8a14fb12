/** What a documented request answers; the statements are those of the items' own specs. @databases one */
import { createClient } from "@supabase/supabase-js";
import { type ApiExample, apiExamples } from "@tessera/contracts-items/api-examples.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { services } from "./services.ts";

const [READ, WRITE] = ["cards:read", "cards:write"];
const ALL_SCOPES = [READ, WRITE, "queue:read", "queue:write", "transactions:read", "transcripts:read"];
/** What an API token opens. */
const OPENED: Record<string, string> = {
  "delete /api/items/{id}": WRITE,
  "delete /api/items/{id}/occurrences/{occurrence}": WRITE,
  "get /api/finance/summary": "transactions:read",
  "get /api/finance/summary/payees": "transactions:read",
  "get /api/finance/transactions": "transactions:read",
  "get /api/finance/transactions/sums": "transactions:read",
  "get /api/items": READ,
  "get /api/items/search": READ,
  "get /api/items/search/facets": READ,
  "get /api/items/search/sections": READ,
  "get /api/items/sections": READ,
  "get /api/items/tags": READ,
  "get /api/items/tags/search": READ,
  "get /api/items/types": READ,
  "get /api/items/{id}": READ,
  "get /api/items/{id}/attachments/{attachmentId}": READ,
  "get /api/items/{id}/children": READ,
  "get /api/items/{id}/occurrences": READ,
  "get /api/items/{id}/page-copies": READ,
  "get /api/items/{id}/page-copies/{copyId}": READ,
  "get /api/items/{id}/pictures/{pictureId}": READ,
  "get /api/items/{id}/text-versions": READ,
  "get /api/items/{id}/text-versions/{versionId}": READ,
  "get /api/queue/entries": "queue:read",
  "get /api/queue/entries/{id}": "queue:read",
  "get /api/queue/jobs": "queue:read",
  "get /api/queue/jobs/{id}": "queue:read",
  "get /api/transcribe/recordings": "transcripts:read",
  "get /api/transcribe/recordings/{id}": "transcripts:read",
  "patch /api/items/{id}": WRITE,
  "post /api/finance/tools/list_transactions": "transactions:read",
  "post /api/items": WRITE,
  "post /api/items/bulk": WRITE,
  "post /api/items/files": WRITE,
  "post /api/items/read-marks": WRITE,
  "post /api/items/shares": WRITE,
  "post /api/items/{id}/occurrences": WRITE,
  "post /api/items/{id}/processing/{step}": WRITE,
  "post /api/items/{id}/processing/{step}/cancel": WRITE,
  "post /api/items/{id}/text-versions/{versionId}/restore": WRITE,
  // Any scope: it offers the tools of those that the token has.
  "post /api/mcp": "",
  "post /api/queue/entries/decisions": "queue:write",
  "post /api/queue/entries/{id}/decision": "queue:write",
  "post /api/queue/tools/decide_entries": "queue:write",
  "post /api/queue/tools/list_entries": "queue:read",
  "post /api/transcribe/tools/read_transcript": "transcripts:read",
  "put /api/items/places": WRITE,
  "put /api/items/{id}/reading": WRITE,
};

/** Why an operation takes no API token, by its address. */
const CLOSED: [RegExp, string][] = [
  [/^\/auth\/v1\/(admin\/|invite$)/, "administers"],
  [/^\/auth\/v1\/(?!admin\/|invite$)/, "protects the account"],
  [/^\/api\/releases\//, "administers, or publishes with a token of its own kind"],
  [/^\/api\/queue\/internal-jobs/, "administers"],
  [/^\/realtime\/v1\//, "tells of everything live"],
  [/^\/api\/(billing|stripe)\//, "pays"],
  [/^\/api\/settings\/(?!export)/, "sets up the account and its devices"],
  [/^\/api\/(settings|finance)\/export/, "gives away everything"],
  [/^\/api\/agents\/runs/, "shows what agents read beyond a token's cards, or costs"],
  [
    /^\/api\/agents\/(agents|schedules|prompts|terminal|models|defaults|recognisers|tools)/,
    "costs, and acts with all rights",
  ],
  [/^\/api\/agents\/(providers|mcp-servers)/, "keeps keys"],
  [/^\/api\/finance\/(?!export)/, "changes books, which are kept by a person"],
  [/^\/api\/transcribe\//, "changes recordings, or costs"],
  [/^\/api\/queue\/(?!internal-jobs)/, "changes work in the background, or what a person set up"],
  [/^\/api\/items\/(import|mail-in|rules|searches|time-zone)/, "is set up by a person"],
  [/^\/api\/items\/tags\//, "changes every card"],
  [/^\/api\/items\/(\{id\}\/)?((unlinked-)?mentions|neighbours)/, "quotes other cards than a token may reach"],
  [/^\/api\/items\/\{id\}\/setters/, "names runs and rules, which no token reaches"],
];

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
  });

  /** Every operation that takes the token of somebody who signed in, with what its description says of API tokens. */
  async function operations() {
    const found: { service: string; operation: string; method: string; path: string; scopes: string[] | null }[] = [];
    for (const { name } of services({})) {
      const answer = await fetch(`${world.url}/api/${name}/openapi.json`);
      if (!answer.ok) continue;
      const { paths } = (await answer.json()) as {
        paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>;
      };
      for (const [path, methods] of Object.entries(paths))
        for (const [method, { security = [] }] of Object.entries(methods)) {
          if (!security.length) continue;
          const tokens = security.flatMap(({ apiToken }) => (apiToken ? [apiToken.join()] : []));
          const operation = `${method} ${path}`;
          found.push({ service: name, operation, method, path, scopes: tokens.length ? tokens : null });
        }
    }
    return found;
  }

  it("takes tokens for these operations, each with its scope", async () => {
    const opened = (await operations()).flatMap(({ operation, scopes }) => (scopes ? [[operation, ...scopes]] : []));
    expect(Object.fromEntries(opened.map(([operation, ...scopes]) => [operation, scopes.join(" or ")]))).toEqual(
      OPENED,
    );
  });

  it("takes none for any other, each for a reason, not even those of an administrator", async () => {
    const { token } = await person(ALL_SCOPES, "ines@tessera.example");
    const closed = (await operations()).filter(({ scopes }) => scopes === null);
    const without = closed.filter(({ path }) => !CLOSED.some(([pattern]) => pattern.test(path)));
    expect(without.map(({ operation }) => operation)).toEqual([]);
    const idle = CLOSED.filter(([pattern]) => !closed.some(({ path }) => pattern.test(path)));
    expect(idle).toEqual([]);
    const taken: string[] = [];
    for (const { operation, method, path } of closed) {
      const at = path.replace("{app}", "items").replaceAll(/\{[^}]*\}/g, "00000000-0000-4000-8000-000000000000");
      const refused = await send(token, method.toUpperCase(), at);
      // These two read a body before they ask whose it is.
      const readsFirst = /^\/(api\/releases|realtime)\//.test(path) && refused.status === 400;
      if (![401, 403].includes(refused.status) && !readsFirst) taken.push(`${refused.status} ${operation}`);
    }
    expect(taken).toEqual([]);
  });

  it("needs the plan that the person needs", async () => {
    const { token } = await person(["cards:read"], `bob-${crypto.randomUUID()}@example.com`);
    const answer = await send(token, "GET", "/api/items");
    expect([answer.status, await answer.json()]).toMatchObject([402, { code: "subscription_required" }]);
  });
});
