import { randomUUID } from "node:crypto";
import { mailAsked } from "@tessera/contracts-identity/events.ts";
import { settingsClient } from "@tessera/contracts-settings/client.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import { Events } from "@tessera/service-kit";
import { startServices } from "@tessera/testing/services.ts";
import { subscriber } from "@tessera/testing/subscriber.ts";
import { settingsService } from "../index.ts";

const asked: string[] = [];
const listener = subscriber((events) => {
  events.on(mailAsked, "listener", async ({ userId, key }) => void asked.push(`${userId} ${key}`));
});

it("has mailed what people did not switch off, and nothing of a kind that it does not know", async () => {
  const world = await startServices([settingsService, listener]);
  const [ada, bob] = [randomUUID(), randomUUID()];
  const settings = settingsClient(world.client(await world.token({ userId: bob })));
  await settings.update({ mailUsage: false, mailReminders: false });
  const events = world.application.nest.get(Events);
  await world.database.system(async (tx) => {
    for (const userId of [ada, bob])
      for (const kind of ["usage", "payments", "reminders", "gossip", "constructor"])
        await events.publish(tx, notice, {
          ...{ userId, key: kind, kind, subject: "Something", lead: "It happened." },
          action: { label: "See it", path: "/usage" },
        });
  });
  await world.jobsIdle();
  expect(asked.sort()).toEqual([`${ada} usage`, `${ada} payments`, `${ada} reminders`, `${bob} payments`].sort());
  await world.stop();
});
