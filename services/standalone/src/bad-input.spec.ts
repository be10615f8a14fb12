/** What is refused and how it is described; what is stored is each service's own specs'. @databases one @run all */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Releases } from "@tessera/service-releases/operator";
import { startServices, type World } from "@tessera/testing/services.ts";
import { DeployTokens } from "../../releases/src/deploy-tokens.ts";
import { candidateOf } from "../../releases/src/testing/candidate.ts";
import { services } from "./services.ts";
import { chanceOf, type KnownIds, type Operation, operationsOf, sweep } from "./testing/bad-requests.ts";
import { type Description, Documented } from "./testing/documented.ts";

/** The same requests at each run. */
const FIXED_SEED = 20261122;
/** Values of chance for each place of a request, besides those that are always tried. */
const MORE = { fixed: 3, other: 1 };
/** Requests at once. */
const CONCURRENCY = 8;
/** They end what the others are asked with. */
const SKIPPED = new Set(["DELETE /auth/v1/user", "POST /auth/v1/logout", "DELETE /auth/v1/admin/users/{id}"]);

let world: World;
let token: string;
let operations: Operation[];
let documents: Map<string, Description>;
beforeAll(async () => {
  const all = services({});
  world = await startServices(all, {
    ownIdentity: true,
    environment: {
      IDENTITY_MAILER_AUTOCONFIRM: "true",
      IDENTITY_RATE_LIMIT_FACTOR: "0",
      RATE_LIMIT_FACTOR: "0",
      INTERNAL_EMAIL_DOMAIN: "example.com",
    },
  });
  await world.application.nest.get(DeployTokens, { strict: false }).ensure(["shell", "items"]);
  const releases = world.application.nest.get(Releases, { strict: false });
  await releases.publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0")], "test");
  // The first account is the administrator's: it is let into every handler.
  const answer = await fetch(`${world.url}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "first@example.com", password: "correct horse battery staple" }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
  const described = all.map(
    async ({ name }) => [name, await (await fetch(`${world.url}/api/${name}/openapi.json`)).json()] as const,
  );
  documents = new Map((await Promise.all(described)) as [string, Description][]);
  operations = [...documents.values()].flatMap((document) => operationsOf(document as never));
  await world.client(token)("/api/items", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
    body: JSON.stringify({ type: "note", title: "A note that requests name" }),
  });
});
afterAll(() => world.stop());

/** Every id that a collection's answer names, at any depth. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "id" && typeof inner === "string" ? [inner] : idsIn(inner),
  );
}

async function knownIds(): Promise<KnownIds> {
  const known: KnownIds = new Map();
  for (const { method, path } of operations.filter(({ method, path }) => method === "GET" && !path.includes("{"))) {
    const answer = await fetch(world.url + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      redirect: "manual",
    });
    if (answer.ok && answer.headers.get("content-type")?.includes("json")) known.set(path, idsIn(await answer.json()));
    else await answer.arrayBuffer();
  }
  known.set("/api/releases/apps", ["shell", "items"]);
  // What requests do to these would end the session that all are asked with.
  for (const own of ["/auth/v1/admin/users", "/auth/v1/user/sessions", "/auth/v1/user/identities"]) known.delete(own);
  return known;
}

/** Requests that were answered by a 5xx, as they were sent, and answers that no document describes. */
async function drive(seed: number, more: number): Promise<{ failed: string[]; undocumented: string[] }> {
  const chance = chanceOf(seed);
  const wanted = operations.filter(({ method, path }) => !SKIPPED.has(`${method} ${path}`));
  const ids = await knownIds();
  const requests = wanted.flatMap((operation) => [...sweep(operation, chance, more, ids)]).values();
  const failed: string[] = [];
  const undocumented = new Set<string>();
  let sent = 0;
  const judges = new Map(
    [...documents].flatMap(([, document]) => Object.keys(document.paths).map((path) => [path, document] as const)),
  );
  const judgeOf = new Map([...new Set(judges.values())].map((document) => [document, new Documented(document)]));
  const worker = async () => {
    for (const { method, template, path, headers, body } of requests) {
      const authorization = `Bearer ${token}`;
      sent += 1;
      const answer = await fetch(world.url + path, {
        method,
        body,
        headers: { ...headers, authorization },
        redirect: "manual",
      });
      const text = await answer.text();
      const { status } = answer;
      const type = answer.headers.get("content-type");
      const fault = judgeOf
        .get(judges.get(template)!)!
        .faultOf({ method, path: template, status, type, headers: answer.headers, text });
      if (fault && status < 500) undocumented.add(fault);
      if (answer.status < 500) continue;
      failed.push(
        `${answer.status} ${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${body?.slice(0, 300)}: ${text.slice(0, 200)}`,
      );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  console.log(`seed ${seed}: ${sent} requests to ${wanted.length} operations, ${failed.length} answered by a 5xx`);
  return { failed, undocumented: [...undocumented].sort() };
}

it("has documents that are OpenAPI 3.1, whose examples fit", async () => {
  const validator = new Validator();
  for (const [name, document] of documents) {
    expect({ name, ...(await validator.validate(structuredClone(document) as never)) }).toEqual({ name, valid: true });
    expect(new Documented(document).wrongExamples()).toEqual([]);
  }
});

it("says what each operation answers", () => {
  const silent = [...documents.values()].flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(
          ([method, { responses }]) =>
            method !== "head" &&
            !Object.entries(responses).some(
              ([status, { content }]) => /^(204|202|3)/.test(status) || (status.startsWith("2") && content),
            ),
        )
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    ),
  );
  expect(silent).toEqual([]);
});

it("describes each operation once, in its own service's document, with who may call it and what it refuses", async () => {
  const named = operations.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(named).size).toBe(named.length);
  const items = (await (await fetch(`${world.url}/api/items/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<string, { security?: object[]; responses: object; parameters: { name: string }[]; requestBody?: object }>
    >;
  };
  const { post, patch } = { post: items.paths["/api/items"]!.post!, patch: items.paths["/api/items/{id}"]!.patch! };
  const opened = [{ bearer: [] }, { apiToken: ["cards:write"] }];
  expect([post.security, patch.security]).toEqual([opened, opened]);
  expect(Object.keys(post.responses)).toEqual(
    expect.arrayContaining(["201", "400", "401", "402", "403", "409", "422", "429"]),
  );
  expect(Object.keys(patch.responses)).toEqual(expect.arrayContaining(["200", "404", "412", "428"]));
  expect(post.parameters.map(({ name }) => name)).toContain("Idempotency-Key");
  expect(patch.parameters.map(({ name }) => name)).toContain("If-Match");
  expect(items.paths["/api/items/import"]!.post!.requestBody).toBeDefined();
});

it("names a token for those operations that nobody gets without one", async () => {
  const wrong: string[] = [];
  for (const { paths } of documents.values())
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { security }] of Object.entries(methods)) {
        const address = path.replace("{app}", "items").replaceAll(/\{\w+\}/g, randomUUID());
        const { status } = await fetch(world.url + address, { method: method.toUpperCase(), redirect: "manual" });
        const named = Boolean(security?.length);
        if (named ? status < 400 : status === 401) wrong.push(`${status} ${method.toUpperCase()} ${path}`);
      }
  expect(wrong).toEqual([]);
});

it("bounds how often a person may ask for each operation", () => {
  // Releases is for administrators; the subscription is one row, which services ask for at each paid page.
  const unbounded = [...documents].flatMap(([service, { paths }]) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security, responses }]) => security?.length && !("429" in responses))
        .map(([method]) => `${service} ${method.toUpperCase()} ${path}`),
    ),
  );
  expect(unbounded.filter((operation) => !operation.startsWith("releases "))).toEqual([
    "billing GET /api/stripe/check-subscription",
  ]);
});

it("answers any input to any operation as its document says, without a server error", async () => {
  expect(operations.length).toBeGreaterThan(100);
  expect(await drive(FIXED_SEED, MORE.fixed)).toEqual({ failed: [], undocumented: [] });
}, 240_000);

it("answers input that is another at each run without a server error", async () => {
  const seed = randomInt(2 ** 31);
  const { failed } = await drive(seed, MORE.other);
  expect({ seed, failed }).toEqual({ seed, failed: [] });
}, 240_000);

it.each([
  ["a JSON body in UTF-16", "application/json; charset=utf-16", "{}", {}, 415],
  ["a compressed JSON body", "application/json", "{}", { "content-encoding": "gzip" }, 415],
  ["a JSON body that is not UTF-8", "application/json", Buffer.from([0x22, 0xff, 0x22]), {}, 400],
])("refuses %s", async (_name, type, body, headers, status) => {
  const answer = await world.client(token)("/api/items", {
    method: "POST",
    body: body as BodyInit,
    headers: { "content-type": type, ...headers },
  });
  expect(answer.status).toBe(status);
});

it("refuses a multipart body without a boundary", async () => {
  const answer = await world.client(token)("/api/items/import", {
    method: "POST",
    body: "x",
    headers: { "content-type": "multipart/form-data" },
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, "invalid_request"]);
});

it.each([
  "/api/queue/entries?q=%00",
  "/api/queue/jobs?q=a%00",
  "/auth/v1/admin/users?filter=%00",
  "/assets/%00/%00/%00",
])("refuses a NUL character in %s", async (path) => {
  expect((await world.client(token)(path)).status).toBe(400);
});

it("takes the longest text in any script", async () => {
  for (const character of ["北", "\u0001"]) {
    const answer = await world.client(token)("/api/items", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type: "note", title: "long", body: character.repeat(500_000) }),
    });
    expect(answer.status).toBe(201);
  }
});

it("keeps an address as long as the contract says, once", async () => {
  // Nothing that an index could compress.
  const url = `https://example.invalid/${randomBytes(3_950).toString("hex")}`;
  const capture = () =>
    world.client(token)("/api/items", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type: "bookmark", data: { url } }),
    });
  expect([(await capture()).status, (await capture()).status]).toEqual([201, 200]);
});
