import { randomUUID } from "node:crypto";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { realtimeService } from "./index.ts";
import { insertNote, notesService } from "./testing/notes-service.ts";
import { rawClient } from "./testing/raw-client.ts";

interface Changed {
  data: { table: string; record: Record<string, unknown> };
}

/** Tables whose rows are nobody's and whose changes are for administrators. */
let world: World;
beforeAll(async () => {
  world = await startServices([realtimeService, notesService], {
    environment: { TESSERA_ADMINS: "admin@example.com" },
  });
});
afterAll(() => world.stop());

const TOPIC = "realtime:live:notes.notice:1";
const write = (id: number) =>
  world.database.system((tx) => tx.execute(sql`insert into notes.notice values (${id}, 'release', 'never published')`));
const joined = async (access_token: string, table = "notice") => {
  const client = await rawClient(world.url);
  const config = { broadcast: { ack: true }, postgres_changes: [{ event: "*", schema: "notes", table }] };
  return { client, reply: await client.send(TOPIC, "phx_join", { access_token, config }) };
};

it("are followed by an administrator, with the published columns alone", async () => {
  const { client, reply } = await joined(await world.token({ email: "admin@example.com" }));
  expect(reply).toMatchObject({ status: "ok" });
  await write(1);
  const { data } = (await client.inbox.find(({ event }) => event === "postgres_changes")).payload as unknown as Changed;
  expect(data).toMatchObject({ type: "INSERT", table: "notice", record: { id: 1, title: "release" } });
  expect(data.record).not.toHaveProperty("secret");
  client.close();
});

it.each([
  ["somebody else", { email: "somebody@example.com" }],
  ["somebody who only says that the address is theirs", { email: "admin@example.com", emailConfirmed: false }],
])("are refused to %s", async (_, claims) => {
  const { client, reply } = await joined(await world.token(claims));
  expect(reply).toEqual({ status: "error", response: { reason: "Unauthorized: notes.notice is for administrators" } });
  client.close();
});

/** What comes first once administrators were notified and the person wrote a row of their own. */
async function firstTable({ inbox }: Awaited<ReturnType<typeof joined>>["client"], userId: string, id: number) {
  await write(id);
  await insertNote(world.database, userId, id, "own");
  const { payload } = await inbox.find(({ event }) => event === "postgres_changes");
  return (payload as unknown as Changed).data.table;
}

it("do not reach somebody who follows all tables of the schema", async () => {
  const userId = randomUUID();
  const { client, reply } = await joined(await world.token({ userId }), "*");
  expect(reply).toMatchObject({ status: "ok" });
  expect(await firstTable(client, userId, 2)).toBe("note");
  client.close();
});

it("do not reach a person any more who no longer administers", async () => {
  const userId = randomUUID();
  const { client } = await joined(await world.token({ userId, email: "admin@example.com" }), "*");
  const access_token = await world.token({ userId, email: "not-any-more@example.com" });
  client.socket.send(JSON.stringify([null, null, TOPIC, "access_token", { access_token }]));
  await client.send(TOPIC, "broadcast", { event: "x", payload: {} }); // answered after the token was taken
  expect(await firstTable(client, userId, 3)).toBe("note");
  client.close();
});
