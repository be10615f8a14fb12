import { randomUUID } from "node:crypto";
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import { settingsClient } from "@tessera/contracts-settings/client.ts";
import { defaultPreferences } from "@tessera/contracts-settings/default-preferences.ts";
import { Events } from "@tessera/service-kit";
import { startServices } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { settingsService } from "../index.ts";

let world: Awaited<ReturnType<typeof startServices>>;
beforeAll(async () => {
  world = await startServices([settingsService]);
});
afterAll(() => world.stop());

const person = async (userId: string = randomUUID()) => {
  const transport = world.client(await world.token({ userId }));
  return { userId, transport, settings: settingsClient(transport) };
};
const patch = (transport: Awaited<ReturnType<typeof person>>["transport"], body: string) =>
  transport("/api/settings/preferences", { method: "PATCH", headers: { "content-type": "application/json" }, body });

it("answers the product's defaults to someone who never set anything", async () => {
  const { settings } = await person();
  expect(await settings.preferences()).toEqual(defaultPreferences);
});

it("keeps what a patch names and leaves the rest", async () => {
  const { settings } = await person();
  await settings.update({ theme: "dark", displayName: "  Ines Halvorsen " });
  expect(await settings.update({ density: "compact" })).toEqual({
    ...defaultPreferences,
    theme: "dark",
    displayName: "Ines Halvorsen",
    density: "compact",
  });
  expect(await settings.preferences()).toMatchObject({ theme: "dark", density: "compact" });
});

it("keeps both of two fields that are set at the same time", async () => {
  const { settings } = await person();
  await Promise.all([settings.update({ theme: "system" }), settings.update({ firstWeekday: "sunday" })]);
  expect(await settings.preferences()).toMatchObject({ theme: "system", firstWeekday: "sunday" });
});

it("stores the canonical form of a locale, and takes any known time zone", async () => {
  const { settings } = await person();
  expect(await settings.update({ locale: "de-at", timeZone: "Europe/Vienna" })).toMatchObject({
    locale: "de-AT",
    timeZone: "Europe/Vienna",
  });
  expect(await settings.update({ locale: "", timeZone: "" })).toMatchObject({ locale: "", timeZone: "" });
});

it("keeps how a person dictates, and refuses a key that types", async () => {
  const { settings, transport } = await person();
  const dictation = { engine: "browser", key: "F8", ctrl: true, threshold: 800 } as const;
  expect(await settings.update({ dictation })).toMatchObject({
    ...{ dictation, dictationOnDevice: false, spokenCommands: false },
  });
  expect(await settings.update({ spokenCommands: true })).toMatchObject({ dictation, spokenCommands: true });
  expect((await patch(transport, JSON.stringify({ dictation: { ...dictation, key: "KeyA" } }))).status).toBe(400);
  expect((await patch(transport, JSON.stringify({ dictation: { ...dictation, threshold: 10 } }))).status).toBe(400);
});

it("keeps the keys that a person chose, all at once", async () => {
  const { settings } = await person();
  await settings.update({ keys: { archive: ["b", "$mod+b"], tag: [] } });
  await settings.update({ theme: "dark" });
  expect((await settings.preferences()).keys).toEqual({ archive: ["b", "$mod+b"], tag: [] });
  expect((await settings.update({ keys: {} })).keys).toEqual({});
});

it.each([
  ["an unknown field", { colour: "red" }, "colour"],
  ["a wrong type", { theme: 1 }, "/theme"],
  ["an unknown theme", { theme: "sepia" }, "/theme"],
  ["a locale that is none", { locale: "not a locale" }, "/locale"],
  ["a time zone that is none", { timeZone: "Mars/Olympus" }, "/timeZone"],
  ["keys of a line that no map has", { keys: { "<b>": ["x"] } }, "/keys"],
  ["too many keys of a line", { keys: { archive: ["a", "b", "c", "d", "f"] } }, "/keys"],
  ["too many lines", { keys: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`l${at}`, ["x"]])) }, "/keys"],
  ["a name that is too long", { displayName: "x".repeat(101) }, "/displayName"],
])("refuses %s, naming it, and writes nothing", async (_, body, named) => {
  const { transport, settings } = await person();
  const response = await patch(transport, JSON.stringify({ density: "compact", ...body }));
  expect(response.status).toBe(400);
  const problem = await response.json();
  expect(problem.code).toBe("invalid_request");
  expect(JSON.stringify(problem.errors)).toContain(named);
  expect(await settings.preferences()).toEqual(defaultPreferences);
});

it.each(["", "{", "[]", "null", '"dark"'])("refuses the body %p without failing", async (body) => {
  const { transport } = await person();
  expect((await patch(transport, body)).status).toBe(400);
});

it("keeps people apart, in the service and by row-level security", async () => {
  const ines = await person();
  const tomas = await person();
  await ines.settings.update({ displayName: "Ines" });
  expect(await tomas.settings.preferences()).toEqual(defaultPreferences);
  const seen = await world.database
    .of("settings")
    .as({ userId: tomas.userId }, (tx) => tx.execute(sql`select user_id from settings.preference`));
  expect(seen.rows).toEqual([]);
  const written = world.database
    .of("settings")
    .as({ userId: tomas.userId }, (tx) =>
      tx.execute(sql`insert into settings.preference (user_id) values (${randomUUID()})`),
    );
  await expect(written).rejects.toThrow();
});

it("needs a signed-in person", async () => {
  const anonymous = settingsClient((path, init) => fetch(new URL(path, world.url), init));
  await expect(anonymous.preferences()).rejects.toMatchObject({ status: 401, code: "no_authorization" });
});

it("forgets what a person chose when their account is deleted, and nobody else's", async () => {
  const [gone, other] = [await person(), await person()];
  for (const { settings } of [gone, other]) await settings.update({ theme: "dark" });
  await world.database.system((tx) =>
    world.application.nest.get(Events).publish(tx, userDeleted, { userId: gone.userId }),
  );
  await world.jobsIdle();
  const { rows } = await world.database.system((tx) =>
    tx.execute<{ user_id: string }>(sql`select user_id from settings.preference`),
  );
  const kept = rows.map(({ user_id }) => user_id);
  expect([kept.includes(gone.userId), kept.includes(other.userId)]).toEqual([false, true]);
});
