import { randomUUID } from "node:crypto";
import { userCreated, userDeleted } from "@tessera/contracts-identity/events.ts";
import { Events, PlanStandings } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { WritePlans } from "../check/write-plans.ts";
import { type BillingWorld, type Person, startBilling } from "../testing/billing-world.ts";
import { listenerService, QueueListener } from "../testing/queue-listener.ts";
import { FollowTrials } from "./follow-trials.ts";

const DAY_MS = 86_400_000;

describe("a trial", () => {
  let world: BillingWorld;
  beforeAll(async () => {
    world = await startBilling(
      { environment: { BILLING_TRIAL_DAYS: "10", INTERNAL_EMAIL_DOMAIN: "tessera.example" } },
      [listenerService],
    );
  });
  afterAll(() => world?.stop());
  const asked = (person: Person) => world.application.nest.get(QueueListener).titles(person.userId);
  const said = async (event: "created" | "deleted", person: Person, email: string) => {
    const events = world.application.nest.get(Events);
    await world.database.system((tx) =>
      event === "created"
        ? events.publish(tx, userCreated, { userId: person.userId, email })
        : events.publish(tx, userDeleted, { userId: person.userId }),
    );
    await world.jobsIdle();
  };
  const follow = async () => {
    await world.application.nest.get(FollowTrials).run();
    await world.jobsIdle();
  };
  const mailbox = () => `${randomUUID()}@example.com`;

  it("is offered to a new person, opens items without a card or a customer, and asks for no plan meanwhile", async () => {
    const ada = await world.person();
    await said("created", ada, "ada@example.com");
    expect((await ada.billing.overview()).trial).toEqual({ state: "offered", days: 10, endsAt: null });
    expect(asked(ada)).toEqual(["Choose a plan"]);
    const before = world.clock.now().getTime();
    const started = await ada.billing.startTrial();
    const began = Date.parse(started.trial?.endsAt ?? "") - 10 * DAY_MS;
    expect(started).toMatchObject({
      billingStatus: "active",
      status: "trialing",
      currentPeriodEnd: started.trial?.endsAt,
      cardLimit: 100_000,
      trial: { state: "running" },
    });
    expect(began >= before && began <= world.clock.now().getTime()).toBe(true);
    expect((await ada.billing.check()).billingStatus).toBe("active");
    await world.jobsIdle();
    expect(asked(ada)).toEqual([]);
    expect(await world.customerOf(ada)).toBeNull();
    expect((await ada.billing.plans()).map(({ trialDays }) => trialDays)).toEqual([undefined, 10, undefined]);
  });

  it("opens background work until the trial ends", async () => {
    const ada = await world.person();
    const plans = world.application.nest.get(PlanStandings);
    const standing = () => world.database.system((tx) => plans.subscription(tx, ada.userId, null));
    expect((await standing()).active).toBe(false);
    await ada.billing.startTrial();
    expect(await standing()).toMatchObject({ active: true, planId: "studio", cardLimit: 100_000 });
    // An account older than the table.
    await world.database.system((tx) => tx.execute(sql`delete from kit.plan_standing where user_id = ${ada.userId}`));
    await world.application.nest.get(WritePlans).onApplicationBootstrap();
    expect((await standing()).active).toBe(true);
    world.clock.advance(10 * DAY_MS);
    expect((await standing()).active).toBe(false);
    const opened = (domain: string) => world.database.system((tx) => plans.subscription(tx, ada.userId, domain));
    expect([(await opened("tessera.example")).active, (await opened("another.example")).active]).toEqual([true, false]);
    expect(["ines@Tessera.example", "a@x-tessera.example"].map((email) => plans.openedBy(email))).toEqual([
      "tessera.example",
      null,
    ]);
    await world.subscribe(ada, "desk");
    expect(await standing()).toMatchObject({ active: true, planId: "desk" });
  });

  it("starts once: again while it runs changes nothing, and after it there is none", async () => {
    const ada = await world.person();
    const { currentPeriodEnd } = await ada.billing.startTrial();
    world.clock.advance(DAY_MS);
    expect((await ada.billing.startTrial()).currentPeriodEnd).toBe(currentPeriodEnd);
    world.clock.advance(9 * DAY_MS);
    expect(await ada.billing.overview()).toMatchObject({
      billingStatus: "inactive",
      status: "none",
      trial: { state: "ended", endsAt: currentPeriodEnd },
    });
    await expect(ada.billing.startTrial()).rejects.toMatchObject({ status: 409, code: "trial_used" });
  });

  it("says in the queue that it ends, and that it has ended, each once, until a plan is paid", async () => {
    const ada = await world.person();
    await ada.billing.startTrial();
    world.clock.advance(6 * DAY_MS);
    await follow();
    expect(asked(ada)).toEqual([]);
    world.clock.advance(DAY_MS);
    await follow();
    await follow();
    expect(asked(ada)).toEqual(["Your trial ends soon"]);
    world.clock.advance(3 * DAY_MS);
    await follow();
    await follow();
    expect(asked(ada)).toEqual(["Choose a plan"]);
    await world.subscribe(ada);
    await world.jobsIdle();
    expect(asked(ada)).toEqual([]);
    expect(await ada.billing.overview()).toMatchObject({ status: "active", trial: { state: "ended" } });
  });

  it("gives way to a plan that is bought meanwhile, and is not spoken of any more", async () => {
    const ada = await world.person();
    await ada.billing.startTrial();
    world.clock.advance(8 * DAY_MS);
    await follow();
    await world.subscribe(ada, "desk");
    await world.jobsIdle();
    expect([(await ada.billing.check()).planId, asked(ada)]).toEqual(["desk", []]);
    world.clock.advance(3 * DAY_MS);
    await follow();
    expect(asked(ada)).toEqual([]);
    expect((await ada.billing.check()).billingStatus).toBe("active");
  });

  it("is not given again to an account that was deleted and made again, nor to another name of the mailbox", async () => {
    const email = mailbox();
    const ada = await world.person(email);
    await ada.billing.startTrial();
    await said("deleted", ada, email);
    for (const address of [email, email.toUpperCase(), email.replace("@", "+again@")]) {
      const again = await world.person(address);
      expect((await again.billing.overview()).trial).toBeNull();
      await expect(again.billing.startTrial()).rejects.toMatchObject({ status: 409, code: "trial_used" });
      expect((await again.billing.check()).billingStatus).toBe("inactive");
    }
    const [first, second] = await Promise.all([world.person("one@example.org"), world.person("one+2@example.org")]);
    const started = await Promise.allSettled([first.billing.startTrial(), second.billing.startTrial()]);
    expect(started.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is not offered without a confirmed address, after a plan, nor where none is needed", async () => {
    const userId = randomUUID();
    const token = await world.token({ userId, email: mailbox(), emailConfirmed: false });
    const answer = await world.client(token)("/api/billing/trial", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: "trial_needs_address" }]);
    const bob = await world.person();
    await world.subscribe(bob);
    expect((await bob.billing.overview()).trial).toBeNull();
    await expect(bob.billing.startTrial()).rejects.toMatchObject({ code: "trial_not_offered" });
    const ida = await world.person("ida@tessera.example");
    await expect(ida.billing.startTrial()).rejects.toMatchObject({ code: "trial_not_offered" });
  });
});

it("is not offered where the installation offers none", async () => {
  const world = await startBilling({ environment: { BILLING_TRIAL_DAYS: "0" } });
  try {
    const ada = await world.person();
    expect((await ada.billing.overview()).trial).toBeNull();
    await expect(ada.billing.startTrial()).rejects.toMatchObject({ status: 409, code: "trial_not_offered" });
    expect((await ada.billing.plans()).every(({ trialDays }) => trialDays === undefined)).toBe(true);
  } finally {
    await world.stop();
  }
});
