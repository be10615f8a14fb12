import { randomUUID } from "node:crypto";
import { FileStore } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { services } from "./services.ts";
import { placesOf } from "./testing/places.ts";
import { dropChecks, personalTables, plant } from "./testing/planted.ts";

const PASSWORD = "correct horse battery staple";
const all = services({});
const tables = personalTables(all);

let world: World;
beforeAll(async () => {
  world = await startServices(all, { ownIdentity: true, environment: { IDENTITY_MAILER_AUTOCONFIRM: "true" } });
});
afterAll(() => world.stop());

it("leaves nothing of what stood in any declared table or folder of files", async () => {
  const mark = `planted${randomUUID().slice(0, 8)}`;
  const auth = (method: string, address: string, body: object, token?: string) =>
    world.client(token)(`/auth/v1/${address}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const signedUp = await auth("POST", "signup", { email: "ines@example.com", password: PASSWORD });
  const { access_token, user } = (await signedUp.json()) as { access_token: string; user: { id: string } };
  await dropChecks(world, tables);
  const others = tables.filter(({ schema, table }) => `${schema}.${table}` !== "identity.users");
  await plant(world, others, user.id, mark);
  const folders = all.flatMap(({ personalFolders = [] }) => personalFolders);
  for (const folder of folders)
    await world.application.nest.get(FileStore, { strict: false }).put(`${folder}/${user.id}/one`, Buffer.from(mark));
  // Else the test would prove nothing.
  const held = await placesOf(world, [], mark);
  expect(held.length).toBeGreaterThan(30);
  expect(held).toEqual(
    expect.arrayContaining([
      "agents.provider",
      "finance.transaction",
      "transcribe.segment",
      `files/transcribe/${user.id}/one`,
    ]),
  );

  expect((await auth("DELETE", "user", { current_password: PASSWORD }, access_token)).status).toBe(204);
  await world.jobsIdle();
  // Rows that stay say what was done, without the person.
  const stay = tables.filter(({ personal }) => personal && ("clear" in personal || "outlives" in personal));
  const left = await placesOf(world, [], mark);
  expect(left.filter((place) => !stay.some(({ schema, table }) => place === `${schema}.${table}`))).toEqual([]);
  for (const { schema, table, personal } of stay)
    for (const column of personal && "clear" in personal ? (personal.clear ?? []) : [])
      expect(await placesOf(world, [], `${mark}.${schema}.${table}.${column}`)).toEqual([]);
});
