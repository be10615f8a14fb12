import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { MAX_TEXT_VERSIONS, MAX_VERSIONS_LENGTH, TEXT_VERSION_MINUTES } from "@tessera/contracts-items/limits.ts";
import { textVersionsClient } from "@tessera/contracts-items/text-versions-client.ts";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

async function writer() {
  const person = await world.person();
  const versions = textVersionsClient(world.client(person.token));
  const note = await person.items.create({ type: "note", title: "Plan", body: "first" }, randomUUID());
  /** Writes a text, as somebody does who began with the newest one. */
  const write = async (body: string) =>
    person.items.update(note.id, (await person.items.get(note.id)).version, { body });
  const bodies = async () => {
    const { versions: kept } = await versions.list(note.id);
    return Promise.all(kept.map(async ({ id }) => (await versions.get(note.id, id)).body));
  };
  /** As if all versions had been kept so many minutes before. */
  const wait = (minutes: number) =>
    world.database.system((tx) =>
      tx.execute(sql`update items.text_version set kept_at = kept_at - ${`${minutes} minutes`}::interval
        where item_id = ${note.id}`),
    );
  return { ...person, versions, note, write, bodies, wait };
}

describe("earlier texts of a card", () => {
  it("are kept once in some minutes of writing, newest first", async () => {
    const { write, bodies, wait, versions, note } = await writer();
    expect((await versions.list(note.id)).versions).toEqual([]);
    await write("second");
    await write("second, longer");
    expect(await bodies()).toEqual(["first"]);
    await wait(TEXT_VERSION_MINUTES);
    await write("third, longer still");
    expect(await bodies()).toEqual(["second, longer", "first"]);
    expect((await versions.list(note.id)).versions[1]).toMatchObject({ length: 5, writtenAt: note.updatedAt });
  });

  it("are kept at once when most of a text is thrown away", async () => {
    const { write, bodies } = await writer();
    await write("a long text that took an hour");
    await write("");
    expect(await bodies()).toEqual(["a long text that took an hour", "first"]);
  });

  it("are not those of a change that leaves the text alone", async () => {
    const { items, note, bodies } = await writer();
    await items.update(note.id, note.version, { title: "Another plan", tags: ["x"] });
    expect(await bodies()).toEqual([]);
  });

  it("come back, and the text of then is kept", async () => {
    const { write, bodies, versions, note } = await writer();
    const seen = await write("second");
    const [first] = (await versions.list(note.id)).versions;
    await expect(versions.restore(note.id, first!.id, seen.version - 1)).rejects.toMatchObject({
      code: "version_conflict",
    });
    const restored = await versions.restore(note.id, first!.id, seen.version);
    expect(restored).toMatchObject({ body: "first", version: seen.version + 1 });
    expect(await bodies()).toEqual(["second", "first"]);
  });

  it("are nobody else's, and go with their card", async () => {
    const { write, versions, note, items } = await writer();
    const seen = await write("second");
    const [first] = (await versions.list(note.id)).versions;
    const other = await writer();
    for (const call of [
      () => other.versions.list(note.id),
      () => other.versions.get(note.id, first!.id),
      () => other.versions.restore(note.id, first!.id, seen.version),
    ])
      await expect(call()).rejects.toMatchObject({ code: "item_not_found" });
    await expect(other.versions.get(other.note.id, first!.id)).rejects.toMatchObject({
      code: "text_version_not_found",
    });
    await items.remove(note.id, seen.version);
    await items.remove(note.id, (await items.get(note.id)).version);
    const { rows } = await world.database.system((tx) =>
      tx.execute(sql`select id from items.text_version where item_id = ${note.id}`),
    );
    expect(rows).toEqual([]);
  });

  it("are the newest ones, up to a number and a length", async () => {
    const { write, wait, versions, note } = await writer();
    await world.database.system((tx) =>
      tx.execute(sql`
        insert into items.text_version (item_id, user_id, body, length, written_at, kept_at)
        select i.id, i.user_id, 'old ' || n, 5, i.created_at, i.created_at - n * interval '1 minute'
        from items.item i, generate_series(1, ${MAX_TEXT_VERSIONS + 9}::int) n where i.id = ${note.id}`),
    );
    await wait(TEXT_VERSION_MINUTES);
    await write("second");
    expect((await versions.list(note.id)).versions).toHaveLength(MAX_TEXT_VERSIONS);
    await world.database.system((tx) =>
      tx.execute(sql`update items.text_version set length = ${MAX_VERSIONS_LENGTH} where item_id = ${note.id}`),
    );
    await wait(TEXT_VERSION_MINUTES);
    await write("third");
    expect((await versions.list(note.id)).versions.map(({ length }) => length)).toEqual(["second".length]);
  });

  it("are bounded in the database as the contract says", () => {
    const file = readFileSync(new URL("../../migrations/110-text-versions.sql", import.meta.url), "utf8");
    expect(file).toContain(`kept.n > ${MAX_TEXT_VERSIONS} `);
    expect(file).toContain(`kept.total > ${MAX_VERSIONS_LENGTH})`);
    expect(file).toContain(`interval '${TEXT_VERSION_MINUTES} minutes'`);
  });
});
