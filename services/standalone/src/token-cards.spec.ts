/** What a limited API token reaches; the statements are SQL of the policies alone. @databases both */
import { createClient } from "@supabase/supabase-js";
import type { Item } from "@tessera/contracts-items/items.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { services } from "./services.ts";

/** Tables that name cards, of which tokens are shown nothing: vectors, and what imports and rules remember. */
const WITHOUT_LIMIT = ["embedding", "embedding_state", "imported", "rule_effect", "rule_start", "touched_card"];
const PASSWORD = "correct horse battery staple";
interface Limit {
  types?: string[];
  tags?: string[];
}

describe("an API token that is limited to some cards", () => {
  let world: World;
  beforeAll(async () => {
    world = await startServices(services({}), {
      ownIdentity: true,
      environment: {
        IDENTITY_MAILER_AUTOCONFIRM: "true",
        IDENTITY_RATE_LIMIT_FACTOR: "0",
        INTERNAL_EMAIL_DOMAIN: "tessera.example",
      },
    });
  });
  afterAll(() => world.stop());

  const ask = async (
    token: string,
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${world.url}${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, "if-match": "*" },
        ...(body && !isForm ? { "content-type": "application/json" } : {}),
        ...more,
      },
      body: isForm ? body : body ? JSON.stringify(body) : undefined,
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "") && text !== "";
    return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as never };
  };
  const made = async (session: string, card: object) =>
    (await ask(session, "POST", "/api/items", card)).body as unknown as Item;

  /** A person with a note at home, a note and a task at work, and an upload; and their token. */
  async function person(limit: Limit, scopes = ["cards:read", "cards:write"]) {
    const { auth } = createClient(world.url, "tessera", { auth: { persistSession: false, autoRefreshToken: false } });
    const email = `ada-${crypto.randomUUID()}@tessera.example`;
    const { data, error } = await auth.signUp({ email, password: PASSWORD });
    if (error) throw error;
    const session = data.session!.access_token;
    const home = await made(session, { type: "note", title: "Paint the fence", body: "green fence", tags: ["Home"] });
    const work = await made(session, { type: "note", title: "Quarter plan", body: "green plan", tags: ["work"] });
    const task = await made(session, { type: "task", title: "Send the green plan", tags: ["work"] });
    const form = new FormData();
    form.append("files", new Blob(["a secret green file"], { type: "text/plain" }), "secret.txt");
    const file = (await ask(session, "POST", "/api/items/files", form)).body as unknown as Item;
    const wish = { name: "Script", scopes, ...limit };
    const answer = await ask(session, "POST", "/auth/v1/user/api-tokens", wish);
    const { token } = answer.body as { token: string };
    return { session, token, home, work, task, file };
  }
  /** What is read in a file names it meanwhile. */
  const nameOf = ({ type, title }: Item) => (type === "file" ? "a file" : title);
  const titles = ({ body }: { body: { items: Item[] } }) => body.items.map(nameOf).sort();

  it.each<[Limit, string[]]>([
    [{}, ["Paint the fence", "Quarter plan", "Send the green plan", "a file"]],
    [{ types: ["note"] }, ["Paint the fence", "Quarter plan"]],
    [{ tags: ["WORK"] }, ["Quarter plan", "Send the green plan"]],
    [{ types: ["note"], tags: ["work"] }, ["Quarter plan"]],
    [{ types: ["task"], tags: ["home"] }, []],
    [{ types: ["note", "task"], tags: ["home", "nothing"] }, ["Paint the fence"]],
  ])("%j lists, counts and finds those alone", async (limit, expected) => {
    const { token, home, work, task, file } = await person(limit);
    const list = await ask(token, "GET", "/api/items?type=all");
    expect(titles(list)).toEqual(expected);
    expect(list.body).toMatchObject({ total: expected.length });
    const page = await ask(token, "GET", "/api/items?type=all&limit=1");
    expect(page.body).toMatchObject({ total: expected.length });
    const green = ["Quarter plan", "Send the green plan", "Paint the fence"].filter((one) => expected.includes(one));
    for (const path of ["/api/items?type=all&q=green", "/api/items/search?q=green%20-type:file"]) {
      const found = await ask(token, "GET", path);
      const seen = titles(found).filter((title) => title !== "a file");
      expect([path, seen]).toEqual([path, [...green].sort()]);
    }
    // Nor is told how many others have the words, and its pages are whole.
    const first = await ask(token, "GET", "/api/items/search?q=green&limit=1");
    const whole = await ask(token, "GET", "/api/items/search?q=green");
    expect([first, whole].map(({ body }) => (body as { total: number }).total)).toEqual(
      Array(2).fill(titles(whole).length),
    );
    expect(titles(first)).toHaveLength(Math.min(1, titles(whole).length));
    const tagged = await ask(token, "GET", "/api/items?type=all&tag=work");
    expect(tagged.body).toMatchObject({ total: expected.filter((one) => /plan/.test(one)).length });
    const sections = await ask(token, "GET", "/api/items/sections?type=all&group=type");
    const counted = (sections.body as { sections: { count: number }[] }).sections;
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length);
    const types = (await ask(token, "GET", "/api/items/types")).body as unknown as { type: string; count: number }[];
    const all = types.filter(({ type }) => type !== "inbox").reduce((sum, { count }) => sum + count, 0);
    expect(all).toBe(expected.length);
    const tags = (await ask(token, "GET", "/api/items/tags")).body as unknown as { tag: string; count: number }[];
    const marked = expected.filter((title) => title !== "a file").length;
    expect(tags.reduce((sum, { count }) => sum + count, 0)).toBe(marked);
    const facets = await ask(token, "GET", "/api/items/search/facets?q=green%20-type:file");
    expect(facets.body).toMatchObject({ counted: green.length });
    for (const card of [home, work, task, file])
      expect([card.title, (await ask(token, "GET", `/api/items/${card.id}`)).status]).toEqual([
        card.title,
        expected.includes(nameOf(card)) ? 200 : 404,
      ]);
  });

  it("is refused what is beyond them, as what is not there, and nothing is written", async () => {
    const { token, session, work, task, file } = await person({ types: ["note"], tags: ["home"] });
    const attachment = file.attachments[0]!.id;
    for (const [method, path, body] of [
      ["GET", `/${work.id}`],
      ["GET", `/${work.id}/children`],
      ["GET", `/${task.id}/occurrences`],
      ["POST", `/${task.id}/occurrences`],
      ["DELETE", `/${task.id}/occurrences/${task.id}`],
      ["GET", `/${file.id}/attachments/${attachment}`],
      ["GET", `/${work.id}/pictures/${work.id}`],
      ["GET", `/${work.id}/text-versions`],
      ["GET", `/${work.id}/text-versions/${work.id}`],
      ["POST", `/${work.id}/text-versions/${work.id}/restore`],
      ["PUT", `/${work.id}/reading`, { progress: 0.5 }],
      ["POST", `/${file.id}/processing/text`],
      ["PATCH", `/${work.id}`, { title: "Mine" }],
      ["DELETE", `/${work.id}`],
    ] as [string, string, object?][]) {
      const { status, body: answer } = await ask(token, method, `/api/items${path}`, body);
      expect([method, path, status, (answer as { code?: string }).code]).toEqual([
        ...[method, path, 404],
        expect.stringMatching(/_not_found$/),
      ]);
    }
    const bulk = await ask(token, "POST", "/api/items/bulk", { ids: [work.id], set: { status: "trash" } });
    expect(bulk).toMatchObject({ status: 200, body: { changed: [], missing: [work.id] } });
    expect(await ask(token, "POST", "/api/items/read-marks", { ids: [work.id], unread: false })).toMatchObject({
      status: 200,
    });
    const after = (await ask(session, "GET", `/api/items/${work.id}`)).body as unknown as Item;
    expect(after).toMatchObject({ title: "Quarter plan", status: work.status, version: work.version, unread: true });
  });

  it("makes and leaves behind none beyond them", async () => {
    const { token, session, home, work } = await person({ types: ["note", "bookmark"], tags: ["home"] });
    const refused = { status: 403, body: { code: "api_token_cards" } };
    const shared = { url: "https://example.com/", title: "Example" };
    await made(session, { type: "bookmark", sourceUrl: "https://example.org/", data: { url: "https://example.org/" } });
    const form = new FormData();
    form.append("files", new Blob(["another file"], { type: "text/plain" }), "more.txt");
    for (const [method, path, body] of [
      ["POST", "", { type: "note", title: "Untagged" }],
      ["POST", "", { type: "task", title: "Another type", tags: ["home"] }],
      ["POST", "", { type: "bookmark", tags: ["home"], data: { url: "https://example.org/" } }],
      ["POST", "/shares", shared],
      ["POST", "/files", form],
      ["PATCH", `/${home.id}`, { tags: ["work"] }],
      ["PATCH", `/${home.id}`, { type: "task" }],
      ["POST", "/bulk", { ids: [home.id], set: {}, removeTags: ["home"] }],
    ] as [string, string, object][])
      expect([path, body, await ask(token, method, `/api/items${path}`, body)]).toEqual([
        ...[path, body],
        expect.objectContaining({ ...refused, body: expect.objectContaining(refused.body) }),
      ]);
    expect((await ask(session, "GET", "/api/items?type=all")).body).toMatchObject({ total: 5 });
    const own = await ask(token, "POST", "/api/items", { type: "note", title: "A second coat", tags: ["home"] });
    expect(own.status).toBe(201);
    const { id } = own.body as { id: string };
    expect((await ask(token, "PATCH", `/api/items/${id}`, { title: "A third coat" })).status).toBe(200);
    expect((await ask(token, "DELETE", `/api/items/${id}`)).status).toBe(204);
    expect((await ask(session, "GET", `/api/items/${work.id}`)).status).toBe(200);
  });

  it("reaches nothing of what is kept with other cards, whichever table keeps it", async () => {
    const { rows } = await world.database.system((tx) =>
      tx.execute<{ name: string }>(sql`
        select c.relname as name from pg_class c
        where c.relnamespace = 'items'::regnamespace
          and exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive)
          and exists (
            select from pg_attribute a where a.attrelid = c.oid and a.attname in ('item_id', 'source_id', 'card_id'))
          and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'of_token')
        order by name`),
    );
    expect(rows.map(({ name }) => name)).toEqual(WITHOUT_LIMIT);
  });

  it("does once by its own key what another token did by the same", async () => {
    const { token, session, work } = await person({ tags: ["home"] });
    const change = { ids: [work.id], set: { pinned: true } };
    const key = { "idempotency-key": "one" };
    expect((await ask(session, "POST", "/api/items/bulk", change, key)).body).toMatchObject({ missing: [] });
    expect((await ask(token, "POST", "/api/items/bulk", change, key)).body).toMatchObject({ missing: [work.id] });
  });

  it("shows its limits in the list, and is refused where they are none", async () => {
    const { session } = await person({ types: ["note"], tags: [" Home  improvement "] });
    const { tokens } = (await ask(session, "GET", "/auth/v1/user/api-tokens")).body as { tokens: object[] };
    expect(tokens).toMatchObject([{ types: ["note"], tags: ["Home improvement"] }]);
    for (const limit of [
      { types: ["No Type"] },
      { types: Array.from({ length: 21 }, (_, at) => `type-${at}`) },
      { tags: [" "] },
      { tags: ["x".repeat(61)] },
      { tags: ["a\u0000b"] },
      { types: "note" },
    ]) {
      const wish = { name: "Script", scopes: ["cards:read"], ...limit };
      expect([limit, (await ask(session, "POST", "/auth/v1/user/api-tokens", wish)).status]).toEqual([limit, 400]);
    }
  });

  it("opens neither the live stream nor an export", async () => {
    const { token } = await person({ types: ["note"] });
    for (const [method, path] of [
      ["POST", "/api/settings/export"],
      ["GET", "/realtime/v1/api/tenants"],
      ["GET", "/api/finance/export"],
    ] as const) {
      const { status } = await ask(token, method, path);
      expect([path, [401, 403, 404].includes(status)]).toEqual([path, true]);
    }
  });
});
