import type { RowChange } from "@tessera/shell-api";
import { createStream } from "./stream.ts";

const record = (fields: Record<string, unknown> = {}) => ({
  id: "card-1",
  type: "note",
  title: "Names",
  line: "",
  tags: [],
  status: "inbox",
  pinned: false,
  due_at: null,
  snooze_until: null,
  attachment_count: 0,
  parent_id: null,
  ...fields,
});
const change = (type: RowChange["type"], fields: Record<string, unknown> = {}): RowChange => ({
  type,
  schema: "items",
  table: "item",
  at: "2026-11-21T22:00:00Z",
  record: type === "DELETE" ? {} : record(fields),
  old: { id: "card-1" },
});
const words = (stream: ReturnType<typeof createStream>) =>
  stream.get().entries.map((entry) => (entry.kind === "change" ? entry.words : "gap"));

describe("stream of changes", () => {
  it("says what was done to a card, as far as the page knew it before", () => {
    const stream = createStream();
    stream.accept(change("UPDATE"));
    stream.accept(change("UPDATE", { title: "Names for plans", tags: ["plan"] }));
    stream.accept(change("UPDATE", { title: "Names for plans", status: "archived" }));
    stream.accept(change("UPDATE", { title: "Names for plans", status: "archived" }));
    stream.accept(change("DELETE"));
    expect(words(stream)).toEqual([
      "deleted for good",
      "text or details changed",
      "archived, untagged plan",
      "renamed from “Names”, tagged plan",
      "changed",
    ]);
    expect(stream.get().entries[0]).toMatchObject({ title: "Names for plans", type: "note", status: null });
  });

  it("names no card that was unknown before it was deleted", () => {
    const stream = createStream();
    stream.accept(change("DELETE"));
    expect(stream.get().entries[0]).toMatchObject({ id: "card-1", title: null, type: null });
  });

  it("holds what comes while paused, and shows it afterwards, the newest first", () => {
    const stream = createStream();
    stream.accept(change("INSERT"));
    stream.pause();
    stream.accept(change("UPDATE", { title: "Later" }));
    stream.accept(change("UPDATE", { title: "Last" }));
    expect([stream.get().entries.length, stream.get().held]).toEqual([1, 2]);
    stream.resume();
    expect(words(stream)).toEqual(["renamed from “Later”", "renamed from “Names”", "added"]);
    expect(stream.get()).toMatchObject({ paused: false, held: 0 });
  });

  it("marks one gap from the loss of the connection to its return, and what came is kept", () => {
    let now = new Date("2026-11-21T22:00:00Z");
    const stream = createStream(() => now);
    stream.accept(change("INSERT"));
    stream.interrupted();
    stream.interrupted();
    now = new Date("2026-11-21T22:00:09Z");
    stream.resumed();
    stream.accept(change("UPDATE", { pinned: true }));
    expect(words(stream)).toEqual(["pinned", "gap", "added"]);
    expect(stream.get().entries[1]).toMatchObject({ from: "2026-11-21T22:00:00.000Z", to: "2026-11-21T22:00:09.000Z" });
  });

  it("keeps the newest 500, however many come", () => {
    const stream = createStream();
    for (let n = 0; n < 620; n++) stream.accept(change("UPDATE", { id: `card-${n}`, title: `Card ${n}` }));
    expect(stream.get().entries).toHaveLength(500);
    expect(stream.get().entries[0]).toMatchObject({ title: "Card 619" });
    stream.clear();
    expect(stream.get().entries).toEqual([]);
  });
});
