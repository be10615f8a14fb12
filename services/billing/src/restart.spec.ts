import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Application, type Caller, createApplication, type ServiceDefinition } from "@tessera/service-kit";
import { TestClock } from "@tessera/testing/clock.ts";
import { openTestDatabase } from "@tessera/testing/database.ts";
import { freePort } from "@tessera/testing/free-port.ts";
import { until } from "@tessera/testing/until.ts";
import { AccountStore } from "./account/account-store.ts";
import { Checkout } from "./checkout/checkout.ts";
import { billingService } from "./index.ts";
import { card } from "./testing/billing-world.ts";
import { stripeSandboxService } from "./testing/sandbox.ts";

it("continues after a restart: what was paid while billing was down arrives once it is back", async () => {
  const database = await openTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-restart-"));
  const clock = new TestClock();
  const start = async (services: ServiceDefinition[]): Promise<{ application: Application; url: string }> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const environment = {
      NODE_ENV: "test",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      ...(database.url && { DATABASE_URL: database.url }),
    };
    const application = await createApplication(services, { environment, database, clock });
    await application.listen();
    return { application, url };
  };
  const ada: Caller = {
    userId: randomUUID(),
    email: "ada@example.com",
    role: "authenticated",
    aal: "aal1",
    sessionId: null,
    amr: [],
    roles: [],
    clientId: null,
    clientScopes: [],
    apiToken: null,
    accessToken: "",
  };

  const before = await start([billingService, stripeSandboxService]);
  const { url } = await before.application.nest
    .get(Checkout)
    .open(ada, { planId: "studio", interval: "month", attemptId: randomUUID() });
  await before.application.close();

  // Billing is gone; the provider continues, takes the payment, and keeps what it cannot tell. Another process, another
  // port.
  const alone = await start([stripeSandboxService]);
  const paid = await fetch(alone.url + new URL(url).pathname, {
    method: "POST",
    body: new URLSearchParams(card()),
    redirect: "manual",
  });
  expect(paid.status).toBe(303);
  await alone.application.close();

  const after = await start([billingService, stripeSandboxService]);
  clock.advance(10 * 60_000);
  const accounts = after.application.nest.get(AccountStore);
  const status = async () => (await accounts.own(ada.userId))?.status;
  await until("the subscription to be active", async () => (await status()) === "active", { state: status });
  expect((await accounts.own(ada.userId))?.planId).toBe("studio");
  await after.application.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});
