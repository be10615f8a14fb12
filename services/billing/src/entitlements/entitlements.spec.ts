/** What each plan allows; the statements are those of the other specs here. @databases one */
import { randomUUID } from "node:crypto";
import { Module } from "@nestjs/common";
import { defineEntitlement, ENTITLEMENTS } from "@tessera/contracts-billing/define-entitlement.ts";
import { addressChanged } from "@tessera/contracts-identity/events.ts";
import { Events, PlanStandings, type ServiceDefinition } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { type BillingWorld, startBilling } from "../testing/billing-world.ts";

const books = defineEntitlement({
  name: "library.books",
  title: "Books",
  unit: "count",
  plans: { studio: 1000, workshop: null },
});
const scans = defineEntitlement({
  name: "library.scans",
  title: "Scans",
  unit: "bytes",
  plans: { desk: 1.5 * 1024 ** 3 },
});
const loans = defineEntitlement({ name: "library.loans", title: "Loans", unit: "access", plans: { workshop: null } });

@Module({})
class LibraryModule {}
const library = (entitlements: object[] | null): ServiceDefinition => ({
  name: "library",
  title: "Library",
  module: LibraryModule,
  schema: "library",
  migrations: [],
  ...(entitlements ? { contributes: { [ENTITLEMENTS]: entitlements } } : {}),
});

let world: BillingWorld;
const log: string[] = [];
beforeAll(async () => {
  const environment = {
    BILLING_PLAN_LIMITS: JSON.stringify({ "library.books": { desk: 5 } }),
    INTERNAL_EMAIL_DOMAIN: "tessera.example",
  };
  const declared = [books, scans, loans, { nonsense: true }, { ...books, title: "Books once more" }];
  world = await startBilling({ environment, logTo: { write: (line) => void log.push(line) } }, [library(declared)]);
});
afterAll(() => world.stop());

describe("what areas declare of plans", () => {
  it("is compared in words, the installation's values before those of the contract", async () => {
    const plans = await (await world.person()).billing.plans();
    const lines = plans.map(({ features }) => features.slice(-3).map(({ name, value }) => `${name}: ${value}`));
    expect(lines).toEqual([
      ["Books: 5", "Scans: 1.5 GB", "Loans: No"],
      ["Books: 1,000", "Scans: None", "Loans: No"],
      ["Books: Unlimited", "Scans: None", "Loans: Yes"],
    ]);
    expect(log.filter((line) => line.includes("declared entitlement skipped"))).toHaveLength(1);
  });

  it("is said by the check for the plan that a person has", async () => {
    const ada = await world.person();
    expect((await ada.billing.check()).entitlements).toEqual({});
    await world.subscribe(ada, "desk");
    expect((await ada.billing.check()).entitlements).toEqual({
      "library.books": 5,
      "library.scans": 1.5 * 1024 ** 3,
      "library.loans": 0,
    });
    await ada.billing.changePlan("workshop", randomUUID());
    const { entitlements } = await ada.billing.overview();
    expect(entitlements).toEqual({ "library.books": null, "library.scans": 0, "library.loans": null });
  });

  it("is kept for work without a token, from the plan's change on", async () => {
    const ada = await world.person();
    const plans = world.application.nest.get(PlanStandings);
    const kept = () => world.database.system((tx) => plans.limit(tx, ada.userId, books));
    await world.subscribe(ada, "desk");
    expect(await kept()).toBe(5);
    await ada.billing.changePlan("workshop", randomUUID());
    expect(await kept()).toBeNull();
  });

  it("has no limits for people of the internal domain", async () => {
    const { entitlements } = await (await world.person("ida@tessera.example")).billing.check();
    expect(entitlements).toEqual({ "library.books": null, "library.scans": null, "library.loans": null });
  });

  it("has no limits for them without a token either, also when they pay, until their address changes", async () => {
    const ada = await world.person("ada@tessera.example");
    const plans = world.application.nest.get(PlanStandings);
    const kept = async () => {
      await world.jobsIdle();
      return world.database.system((tx) => plans.limit(tx, ada.userId, books));
    };
    await world.subscribe(ada, "desk");
    expect(await kept()).toBeNull();
    const moves = (email: string) =>
      world.database.system((tx) =>
        world.application.nest.get(Events).publish(tx, addressChanged, { userId: ada.userId, email }),
      );
    await moves("ada@example.com");
    expect(await kept()).toBe(5);
    // Where no event says so, the next request does.
    expect((await ada.billing.check()).entitlements).toMatchObject({ "library.books": null });
    expect(await kept()).toBeNull();
  });

  it("goes with the service that no longer declares it, in whatever process that runs", async () => {
    const { billing } = await world.person();
    await (await world.startBeside([library([books])])).close();
    const names = async () => (await billing.plans())[0]!.features.map(({ name }) => name);
    await until("the other declarations to be gone", async () => !(await names()).includes("Loans"));
    expect(await names()).toContain("Books");
  });
});
