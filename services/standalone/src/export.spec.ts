/** What an archive has of a person; each table's statements are run by its own specs. @databases one */
import { randomUUID } from "node:crypto";
import { FileStore } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import Zip from "adm-zip";
import { services } from "./services.ts";
import { columnsOf, dropChecks, type Planted, personalTables, plant } from "./testing/planted.ts";

const PASSWORD = "correct horse battery staple";
const all = services({});
const tables = personalTables(all);

let world: World;
beforeAll(async () => {
  world = await startServices(all, {
    ownIdentity: true,
    environment: { IDENTITY_MAILER_AUTOCONFIRM: "true", IDENTITY_ACCESS_TOKEN_SECONDS: "3600" },
  });
});
afterAll(() => world.stop());

async function signUp(email: string) {
  const answer = await fetch(`${world.url}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access_token: token, user } = (await answer.json()) as { access_token: string; user: { id: string } };
  return { userId: user.id, call: world.client(token) };
}
type Person = Awaited<ReturnType<typeof signUp>>;
const ask = (person: Person) => person.call("/api/settings/export", { method: "POST" });
const fileOf = (person: Person) => person.call("/api/settings/export/file");
const stateOf = async (person: Person) =>
  ((await (await person.call("/api/settings/export")).json()) as { export: { state: string } | null }).export;

describe("the export of a person's data", () => {
  let ines: Person;
  let tomas: Person;
  let planted: { ines: Planted[]; tomas: Planted[] };
  let archive: Map<string, string>;
  beforeAll(async () => {
    [ines, tomas] = [await signUp("ines@example.com"), await signUp("tomas@example.com")];
    await dropChecks(world, tables);
    const others = tables.filter(({ schema, table }) => `${schema}.${table}` !== "identity.users");
    planted = {
      ines: await plant(world, others, ines.userId, "planted-ines"),
      tomas: await plant(world, others, tomas.userId, "planted-tomas"),
    };
    for (const { userId } of [ines, tomas])
      for (const folder of all.flatMap(({ personalFolders = [] }) => personalFolders))
        await world.application.nest
          .get(FileStore)
          .put(`${folder}/${userId}/one`, Buffer.from(`file of ${userId} in ${folder}`));
    expect((await ask(ines)).status).toBe(202);
    await world.jobsIdle();
    expect(await stateOf(ines)).toMatchObject({ state: "ready", missing: [] });
    const answer = await fileOf(ines);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "application/zip",
      "private, no-store",
    ]);
    const zip = new Zip(Buffer.from(await answer.arrayBuffer()));
    archive = new Map(zip.getEntries().map((entry) => [entry.entryName, entry.getData().toString()]));
  });

  it("has a file for every declared personal table", () => {
    for (const { schema, table } of tables) expect([...archive.keys()]).toContain(`${schema}/${table}.json`);
    expect(tables.length).toBeGreaterThan(25);
  });

  it("has every text of the person from every table, and every file", () => {
    const whole = [...archive.values()].join("\n");
    expect(planted.ines.length).toBeGreaterThan(60);
    expect(planted.ines.filter(({ text, shown }) => shown && !whole.includes(text))).toEqual([]);
    for (const folder of all.flatMap(({ personalFolders = [] }) => personalFolders))
      expect(whole).toContain(`file of ${ines.userId} in ${folder}`);
    expect(whole).toContain("ines@example.com");
  });

  it("has nothing of another person, and nothing that proves", () => {
    const whole = [...archive.values()].join("\n");
    expect(planted.tomas.filter(({ text }) => whole.includes(text))).toEqual([]);
    expect([whole.includes(tomas.userId), whole.includes("tomas@example.com"), whole.includes("$argon2")]).toEqual([
      false,
      false,
      false,
    ]);
    expect(planted.ines.filter(({ text, shown }) => !shown && whole.includes(text))).toEqual([]);
  });

  it("is the person's own alone", async () => {
    expect(await stateOf(tomas)).toBeNull();
    expect((await fileOf(tomas)).status).toBe(404);
    expect((await fetch(`${world.url}/api/settings/export/file`)).status).toBe(401);
  });
});

it("says in words what every table holds", () => {
  expect(tables.filter(({ about }) => !about).map(({ schema, table }) => `${schema}.${table}`)).toEqual([]);
});

/** Names of columns that may hold what signs somebody in. */
const SECRET = /password|secret|token|hash|verifier|nonce|challenge|sealed|salt|seal|private/;
/** Columns that are named so and hold nothing secret. */
const HARMLESS = ["identity.users.token_generation", "kit.answer.request_hash", "identity.challenges.ip"];

it("withholds every column whose name says that it is a secret", async () => {
  const open: string[] = [];
  for (const table of tables)
    for (const { name, type } of await columnsOf(world, table))
      if (
        SECRET.test(name) &&
        !["bytea", "boolean", "integer", "bigint"].includes(type) &&
        !type.startsWith("timestamp") &&
        !table.withheld?.includes(name)
      )
        open.push(`${table.schema}.${table.table}.${name}`);
  expect(open.filter((name) => !HARMLESS.includes(name))).toEqual([]);
});

it("takes a fresh proof, to ask and to download", async () => {
  const person = await signUp(`${randomUUID()}@example.com`);
  world.clock.advance(16 * 60_000);
  const refused = await ask(person);
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, "reauthentication_needed"]);
  expect((await fileOf(person)).status).toBe(403);
  expect(await stateOf(person)).toBeNull();
  const proved = await person.call("/auth/v1/user/proof", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ current_password: PASSWORD }),
  });
  expect(proved.status).toBe(204);
  expect((await ask(person)).status).toBe(202);
  await world.jobsIdle();
  expect((await fileOf(person)).status).toBe(200);
  expect((await person.call("/api/settings/export", { method: "DELETE" })).status).toBe(204);
  expect(await stateOf(person)).toBeNull();
  expect((await fileOf(person)).status).toBe(404);
});
