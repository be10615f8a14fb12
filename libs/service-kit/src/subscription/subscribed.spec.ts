import { Body, Controller, Get, Headers, Module, Post } from "@nestjs/common";
import type { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import { defineEntitlement } from "@tessera/contracts-billing/define-entitlement.ts";
import { freePort } from "@tessera/testing/free-port.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { subscriptionCheck } from "@tessera/testing/subscription-check.ts";
import { type Caller, CurrentUser, reached, type ServiceDefinition, Subscribed, SubscriptionGate } from "../index.ts";

let asked = 0;
/** How the last question wanted to be answered. */
let wanted: string | undefined;
let status: SubscriptionCheck["billingStatus"] = "active";
let planId = "studio";
/** What billing says of the plan; nothing while it does not know the entitlement. */
let entitlements: Record<string, number | null> = {};
const BOOKS = defineEntitlement({
  name: "paid.books",
  title: "Books",
  unit: "count",
  plans: { desk: 0, studio: 2, workshop: null },
});
const books: string[] = [];

/** Answers as the billing service does, beside the service that asks. */
@Controller("api/stripe")
class BillingController {
  @Get("check-subscription")
  check(@CurrentUser() _caller: Caller, @Headers("cache-control") cacheControl?: string) {
    asked += 1;
    wanted = cacheControl;
    return subscriptionCheck({ billingStatus: status, planId, cardLimit: 5, entitlements });
  }
}
@Controller("api/paid")
@Subscribed()
class PaidController {
  constructor(private readonly gate: SubscriptionGate) {}
  @Get()
  limit(@CurrentUser() caller: Caller) {
    return this.gate.subscription(caller);
  }
  @Post("books")
  add(@CurrentUser() caller: Caller, @Body() { title }: { title: string }) {
    return this.gate.within(caller, BOOKS, async (limit) => {
      if (limit !== null && books.length >= limit) throw reached(BOOKS, limit);
      books.push(title);
      return { limit };
    });
  }
  @Get("books")
  @Subscribed(BOOKS)
  list() {
    return books;
  }
}
@Module({ controllers: [PaidController] })
class PaidModule {}
@Module({ controllers: [BillingController] })
class BillingModule {}
const service = (name: string, module: ServiceDefinition["module"]): ServiceDefinition => ({
  name,
  title: name,
  module,
  schema: name,
  ...(name === "billing" ? { addresses: ["/api/stripe"] } : {}),
  migrations: [],
});

let world: World;
beforeAll(async () => {
  // Nothing answers at the public address: a proxy in front that is not there.
  world = await startServices([service("paid", PaidModule), service("billing", BillingModule)], {
    environment: { PUBLIC_URL: `http://localhost:${await freePort()}` },
  });
});
afterAll(() => world.stop());

it("asks billing once a request, at this process's own address", async () => {
  const answer = await world.client(await world.token())("/api/paid");
  expect([answer.status, await answer.json(), asked]).toEqual([
    200,
    { active: true, cardLimit: 5, storageLimit: null, planId, limits: {} },
    1,
  ]);
});

it("refuses a person without an active subscription", async () => {
  status = "inactive";
  const answer = await world.client(await world.token())("/api/paid");
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([402, "subscription_required"]);
});

describe("what an area lets plans hold", () => {
  const ask = async (token: string, title?: string) => {
    const init = title
      ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ title }) }
      : {};
    const answer = await world.client(token)("/api/paid/books", init);
    return [answer.status, (await answer.json()) as { code?: string; detail?: string; limit?: number | null }] as const;
  };
  beforeEach(() => {
    status = "active";
    entitlements = {};
    books.length = 0;
  });

  it("is what its contract says for the plan, and one more is refused in words", async () => {
    planId = "studio";
    const token = await world.token();
    for (const title of ["One", "Two"]) expect(await ask(token, title)).toEqual([201, { limit: 2 }]);
    const [refused, { code, detail }] = await ask(token, "Three");
    expect([refused, code, detail]).toEqual([
      402,
      "plan_limit_reached",
      "Books: your plan holds 2, and that is reached. Delete some, or choose another plan under Billing.",
    ]);
    expect(books).toEqual(["One", "Two"]);
  });

  it("is what billing says where the installation set something else, as soon as the plan changed", async () => {
    planId = "studio";
    const token = await world.token();
    await ask(token, "One");
    await ask(token, "Two");
    expect(wanted).toBeUndefined();
    entitlements = { "paid.books": 3 };
    expect(await ask(token, "Three")).toEqual([201, { limit: 3 }]);
    expect(wanted).toBe("no-cache");
    expect((await ask(token, "Four"))[1].code).toBe("plan_limit_reached");
  });

  it("is closed to plans without it, and open to those without a limit", async () => {
    planId = "desk";
    const token = await world.token();
    expect((await ask(token))[1]).toMatchObject({
      code: "not_in_plan",
      detail: "Your plan does not include Books. Choose another plan under Billing; what you have stored is kept.",
    });
    expect((await ask(token, "One"))[0]).toBe(402);
    planId = "workshop";
    expect(await ask(token, "One")).toEqual([201, { limit: null }]);
    planId = "unheard-of";
    expect((await ask(await world.token()))[0]).toBe(402);
  });
});
