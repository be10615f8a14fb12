import { randomUUID } from "node:crypto";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ environment: { INTERNAL_EMAIL_DOMAIN: "tessera.example" } });
});
beforeEach(() => {
  Object.assign(world.billing, { status: "active", calls: 0, authorizations: [] });
});
afterAll(() => world.stop());

const id = randomUUID();
const ENDPOINTS: [string, string, unknown][] = (<[string, string, unknown?][]>[
  ["GET", "/api/items"],
  ["POST", "/api/items", { type: "note", body: "x" }],
  ["GET", "/api/items/types"],
  ["GET", "/api/items/tags"],
  ["POST", "/api/items/bulk", { ids: [id] }],
  ["GET", `/api/items/${id}`],
  ["PATCH", `/api/items/${id}`, { body: "x" }],
  ["DELETE", `/api/items/${id}`],
  ["POST", `/api/items/${id}/processing/title`],
  ["POST", `/api/items/${id}/processing/title/cancel`],
  ["GET", `/api/items/${id}/attachments/${id}`],
  ["POST", "/api/items/import"],
  ["GET", "/api/items/import"],
  ["GET", `/api/items/import/${id}`],
  ["POST", `/api/items/import/${id}/cancel`],
]).map(([method, path, body]) => [method, path, body]);

it.each(ENDPOINTS)(
  "%s %s refuses a person without an active subscription, and writes nothing [billing.server-side]",
  async (method, path, body) => {
    world.billing.status = "inactive";
    const { send, items } = await world.person();
    const answer = await send(method, path, body);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([402, "subscription_required"]);
    world.billing.status = "active";
    expect((await items.list({ status: "any" })).total).toBe(0);
  },
);

it.each(ENDPOINTS)("%s %s needs a signed-in person", async (method, path) => {
  expect((await world.client()(path, { method })).status).toBe(401);
  expect(world.billing.calls).toBe(0);
});

it("asks with the person's own token, believes yes for seconds and no not at all [billing.server-side]", async () => {
  const { send, token } = await world.person();
  world.billing.status = "inactive";
  expect((await send("GET", "/api/items")).status).toBe(402);
  world.billing.status = "active";
  expect((await send("GET", "/api/items")).status).toBe(200);
  expect((await send("GET", "/api/items")).status).toBe(200);
  expect(world.billing.calls).toBe(2);
  expect(world.billing.authorizations).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
  world.billing.status = "inactive";
  world.clock.advance(5_001);
  expect((await send("GET", "/api/items")).status).toBe(402);
});

it("says so when the subscription cannot be checked, and lets in who was active a moment ago", async () => {
  const [known, unknown] = [await world.person(), await world.person()];
  expect((await known.send("GET", "/api/items")).status).toBe(200);
  world.billing.status = 500;
  world.clock.advance(60_000);
  expect((await known.send("GET", "/api/items")).status).toBe(200);
  const refused = await unknown.send("GET", "/api/items");
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, "subscription_unknown"]);
  world.clock.advance(5 * 60_000);
  expect((await known.send("GET", "/api/items")).status).toBe(503);
});

it("lets the internal mail domain pass without asking, and only that very domain [billing.internal-domain]", async () => {
  world.billing.status = "inactive";
  const statusOf = async (email: string) => (await (await world.person({ email })).send("GET", "/api/items")).status;
  expect(await statusOf("ann@tessera.example")).toBe(200);
  expect(await statusOf("Ann@TESSERA.example")).toBe(200);
  expect(world.billing.calls).toBe(0);
  for (const email of [
    "ann@nottessera.example",
    "ann@sub.tessera.example",
    "ann@tessera.example.org",
    "tessera.example",
    "",
  ]) {
    expect([email, await statusOf(email)]).toEqual([email, 402]);
  }
});
