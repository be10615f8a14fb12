import { createLive, type RowChange } from "./index.ts";
import { mockRealtime } from "./mock-realtime.ts";

const change = (id: number): RowChange => ({
  type: "UPDATE",
  schema: "items",
  table: "item",
  at: "",
  record: { id },
  old: { id },
});

/** A table that is followed, and what was delivered; `next` resolves with the next delivery. */
function follow(live: ReturnType<typeof createLive>, table = "items.item") {
  const got: (unknown[] | null)[] = [];
  const waiting: (() => void)[] = [];
  const followed = live(table, (changes) => {
    got.push(changes?.map(({ record }) => record.id) ?? null);
    for (const go of waiting.splice(0)) go();
  });
  return { ...followed, got, next: () => new Promise<void>((go) => waiting.push(go)) };
}

describe("a table that is followed live", () => {
  it("is joined once for all its listeners, and left after the last", async () => {
    const realtime = mockRealtime();
    const live = createLive(realtime, () => {});
    const [one, two] = [follow(live), follow(live)];
    follow(live, "queue.entry");
    expect(realtime.joined.map(({ options }) => options.changes)).toEqual([
      [{ schema: "items", table: "item" }],
      [{ schema: "queue", table: "entry" }],
    ]);
    const [items] = realtime.joined;
    one.end();
    two.end();
    await new Promise<void>((left) => items?.subscribe(() => items.state() === "closed" && left()));
    expect(realtime.joined[1]?.state()).toBe("joining");
  });

  it("delivers what was written together, and says that changes may be missing after it was joined and after each gap", async () => {
    const realtime = mockRealtime();
    const table = follow(createLive(realtime, () => {}));
    const [channel] = realtime.joined;
    expect(table.state()).toBe("connecting");
    channel?.become("joined");
    expect(table.state()).toBe("live");
    await table.next();
    for (const id of [1, 2, 3]) channel?.options.onChange?.(change(id));
    await table.next();
    channel?.become("errored");
    expect(table.state()).toBe("down");
    channel?.become("joining");
    expect(table.state()).toBe("down");
    channel?.become("joined");
    channel?.options.onChange?.(change(4));
    await table.next();
    expect(table.got).toEqual([null, [1, 2, 3], null]);
  });

  it("is joined again for the person who signed in, while somebody listens", async () => {
    const realtime = mockRealtime();
    let person = () => {};
    const table = follow(
      createLive(realtime, (changed) => {
        person = changed;
      }),
    );
    void realtime.joined[0]?.leave();
    person();
    await Promise.resolve();
    realtime.joined[1]?.become("joined");
    await table.next();
    expect([realtime.joined.length, table.got]).toEqual([2, [null]]);
  });
});
