import type { ProblemError } from "@tessera/contracts-core/problem.ts";
import type { itemsClient, NewItem } from "@tessera/contracts-items/items.ts";

type Items = ReturnType<typeof itemsClient>;

const NOBODY = "00000000-0000-4000-8000-00000000ffff";
const key = () => crypto.randomUUID();
const note = (items: Items, title: string, more: NewItem = {}) => items.create({ type: "note", title, ...more }, key());
/** Status and code of what is refused. */
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ problem }: ProblemError) => [problem.status, problem.code],
  );

/**
 * What pages rely on of the items service: run against the service and against its stand-in for the tests of pages.
 * @param open a client of a person without cards
 */
export function itemsConformance(open: () => Promise<Items>): void {
  it("keeps what is created, and lists it without its text", async () => {
    const items = await open();
    const made = await note(items, "Oak fronts", { body: "First line", tags: ["home"] });
    expect(made).toMatchObject({
      type: "note",
      title: "Oak fronts",
      tags: ["home"],
      status: "inbox",
      version: 1,
      pinned: false,
    });
    expect(await items.get(made.id)).toEqual(made);
    const { items: rows, total } = await items.list({});
    expect([rows.map(({ id, line }) => [id, line]), total]).toEqual([[[made.id, "First line"]], 1]);
  });

  it("changes a card of the version that was read, and refuses another", async () => {
    const items = await open();
    const made = await note(items, "Worktop");
    const changed = await items.update(made.id, made.version, { title: "Worktop, oiled", pinned: true });
    expect(changed).toMatchObject({ title: "Worktop, oiled", pinned: true, version: 2 });
    expect(await refusal(items.update(made.id, made.version, { title: "Late" }))).toEqual([412, "version_conflict"]);
    expect(await items.get(made.id)).toEqual(changed);
  });

  it("refuses what is not there", async () => {
    const items = await open();
    expect(await refusal(items.get(NOBODY))).toEqual([404, "item_not_found"]);
    expect(await refusal(items.update(NOBODY, 1, { pinned: true }))).toEqual([404, "item_not_found"]);
  });

  it("moves to the trash first, and deletes from there", async () => {
    const items = await open();
    const { id, version } = await note(items, "Old list");
    await items.remove(id, version);
    const trashed = await items.get(id);
    expect(trashed).toMatchObject({ status: "trash", version: version + 1 });
    expect((await items.list({})).total).toBe(0);
    await items.remove(id, trashed.version);
    expect(await refusal(items.get(id))).toEqual([404, "item_not_found"]);
  });

  it("changes many at once, with what undo sends back and what was not found", async () => {
    const items = await open();
    const { id } = await note(items, "Many", { tags: ["home"] });
    const change = { ids: [id, NOBODY], set: { status: "archived" as const }, addTags: ["oak"], removeTags: ["home"] };
    const { changed, missing } = await items.bulk(change, key());
    expect(changed).toEqual([{ id, version: 2, previous: { status: "inbox", tags: ["home"] } }]);
    expect(missing).toEqual([NOBODY]);
    expect(await items.get(id)).toMatchObject({ status: "archived", tags: ["oak"], version: 2 });
  });

  it("marks as opened or not without a new version, and the same mark again changes nothing", async () => {
    const items = await open();
    const { id, unread } = await note(items, "Read me");
    expect(await items.markRead({ ids: [id, NOBODY], unread: !unread })).toEqual({ changed: [id] });
    expect(await items.markRead({ ids: [id], unread: !unread })).toEqual({ changed: [] });
    expect(await items.get(id)).toMatchObject({ unread: !unread, version: 1 });
  });

  it("finds by words, type, status and tag, page by page", async () => {
    const items = await open();
    const made = [
      await note(items, "Oak one", { tags: ["home"] }),
      await note(items, "Oak two"),
      await note(items, "Ash"),
    ];
    const titles = async (query: Parameters<Items["list"]>[0]) =>
      (await items.list(query)).items.map(({ title }) => title).sort();
    expect(await titles({ q: "oak" })).toEqual(["Oak one", "Oak two"]);
    expect(await titles({ tag: "home" })).toEqual(["Oak one"]);
    expect(await titles({ type: "task" })).toEqual([]);
    await items.update(made[2]!.id, 1, { status: "archived" });
    expect(await titles({ type: "inbox" })).toEqual(["Oak one", "Oak two"]);
    expect(await titles({ status: "archived" })).toEqual(["Ash"]);
    const first = await items.list({ limit: 2 });
    const second = await items.list({ limit: 2, cursor: first.nextCursor! });
    expect([first.items.length, second.items.length, second.nextCursor, second.total]).toEqual([2, 1, null, 3]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
  });

  it("counts what waits of each type", async () => {
    const items = await open();
    const { id } = await note(items, "Counted");
    const notes = async () => (await items.types()).find(({ type }) => type === "note");
    expect(await notes()).toMatchObject({ label: "Note", plural: "Notes", count: 1, waiting: 1 });
    await items.update(id, 1, { status: "archived" });
    expect(await notes()).toMatchObject({ count: 1, waiting: 0 });
  });
}
