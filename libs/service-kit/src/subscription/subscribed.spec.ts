import { Controller, Get, Module } from "@nestjs/common";
import { freePort } from "@tessera/testing/free-port.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { type Caller, CurrentUser, type ServiceDefinition, Subscribed, SubscriptionGate } from "../index.ts";

let asked = 0;
let status = "active";

/** Answers as the billing service does, beside the service that asks. */
@Controller("api/stripe")
class BillingController {
  @Get("check-subscription")
  check(@CurrentUser() _caller: Caller) {
    asked += 1;
    return { billingStatus: status, cardLimit: 5, storageLimit: null };
  }
}
@Controller("api/paid")
@Subscribed()
class PaidController {
  constructor(private readonly gate: SubscriptionGate) {}
  @Get()
  limit(@CurrentUser() caller: Caller) {
    return this.gate.entitlement(caller);
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
  expect([answer.status, await answer.json(), asked]).toEqual([200, { active: true, cardLimit: 5, storageLimit: null }, 1]);
});

it("refuses a person without an active subscription", async () => {
  status = "inactive";
  const answer = await world.client(await world.token())("/api/paid");
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([402, "subscription_required"]);
});
