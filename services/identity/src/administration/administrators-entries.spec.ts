import {
  type AdministratorsEntry,
  administratorsEntry,
  entryClosed,
  entryOpened,
} from "@tessera/contracts-queue/events.ts";
import { Events } from "@tessera/service-kit";
import { subscriber } from "@tessera/testing/subscriber.ts";
import { startIdentity } from "../testing/identity-world.ts";

const told: string[] = [];
const listener = subscriber((events) => {
  events.on(entryOpened, "listener", async ({ userId, key }) => void told.push(`open ${key} ${userId}`));
  events.on(entryClosed, "listener", async ({ userId, key }) => void told.push(`closed ${key} ${userId}`));
});

it("gives what waits for administrators to each of them, by their accounts as they are now", async () => {
  const world = await startIdentity(
    { TESSERA_ADMINS: "ines@halvorsen.example,unseen@halvorsen.example" },
    { beside: [listener] },
  );
  await world.person();
  const ines = await world.person("ines@halvorsen.example");
  const unseen = await world.person("unseen@halvorsen.example");
  const appointed = await world.person();
  await world.setUser(unseen.user.id, { emailConfirmedAt: null });
  await world.setUser(appointed.user.id, { appMetadata: { roles: ["admin"] } });
  const entry = { key: "billing:x", kind: "billing", title: "Look at x" };
  const tell = async (state: AdministratorsEntry["state"]) => {
    told.splice(0);
    await world.database.system((tx) =>
      world.application.nest.get(Events).publish(tx, administratorsEntry, { ...entry, state }),
    );
    await world.jobsIdle();
    return told.sort();
  };
  const both = [ines.user.id, appointed.user.id].sort();
  expect(await tell("open")).toEqual(both.map((id) => `open billing:x ${id}`));
  expect(await tell("closed")).toEqual(both.map((id) => `closed billing:x ${id}`));
  await world.stop();
});
