import { randomUUID } from "node:crypto";
import type { EventInput } from "@tessera/contracts-core/define-event.ts";
import { mailAsked } from "@tessera/contracts-identity/events.ts";
import { Events } from "@tessera/service-kit";
import { eq } from "drizzle-orm";
import { type IdentityWorld, newAddress, startIdentity } from "../../testing/identity-world.ts";
import { outboxMails } from "../tables.ts";

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.stop());

const mail = {
  key: "usage:enrichment:2026-11:near",
  subject: "Enrichments: 80% of this month is used",
  lead: "80 of 100 <soon>.",
  action: { label: "See your usage", path: "/usage/2026/11" },
  note: "You choose.",
};
const ask = async (asked: Pick<EventInput<typeof mailAsked>, "userId"> & { key?: string }) => {
  await world.database.system((tx) => world.application.nest.get(Events).publish(tx, mailAsked, { ...mail, ...asked }));
  await world.jobsIdle();
};
const mailsTo = (recipient: string) =>
  world.database.system((tx) => tx.select().from(outboxMails).where(eq(outboxMails.recipient, recipient)));

it("goes to the confirmed address once for each key, with a link to the page", async () => {
  const email = newAddress();
  const { user } = await world.person(email);
  await ask({ userId: user.id });
  await ask({ userId: user.id });
  const [sent, ...more] = (await mailsTo(email)).filter(({ subject }) => subject === mail.subject);
  expect(more).toEqual([]);
  expect(sent!.text).toMatch(/80 of 100 <soon>\.\n\nSee your usage:\nhttp\S+\/usage\/2026\/11\n\nYou choose\./);
  expect(sent!.html).toContain("80 of 100 &lt;soon&gt;.");
  await ask({ userId: user.id, key: "usage:enrichment:2026-12:near" });
  expect((await mailsTo(email)).filter(({ subject }) => subject === mail.subject)).toHaveLength(2);
});

it("goes to nobody without a confirmed address or an account", async () => {
  const email = newAddress();
  const { user } = await world.person(email);
  await world.setUser(user.id, { emailConfirmedAt: null });
  await ask({ userId: user.id });
  await ask({ userId: randomUUID() });
  expect((await mailsTo(email)).filter(({ subject }) => subject === mail.subject)).toEqual([]);
});
