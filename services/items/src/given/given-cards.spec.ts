import { randomUUID } from "node:crypto";
import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import type { EventInput, EventPayload } from "@tessera/contracts-core/define-event.ts";
import { cardGiven, cardMoved, cardWithdrawn } from "@tessera/contracts-items/events.ts";
import { declareItemType, ITEM_TYPES } from "@tessera/contracts-items/item-type.ts";
import { searchClient } from "@tessera/contracts-items/search/client.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";
import { z } from "zod";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

const song = declareItemType({
  definition: { type: "song", label: "Song", menuItem: { label: "Songs" } },
  data: z.strictObject({ revision: z.int().optional(), text: z.string().optional(), key: z.string().optional() }),
  textFields: ["text"],
  given: { fields: ["revision", "text"], long: ["text"] },
});

const moves: EventPayload<typeof cardMoved>[] = [];

@Injectable()
class Songs implements OnModuleInit {
  constructor(private readonly events: Events) {}
  onModuleInit() {
    this.events.on(cardMoved, "songs", async (move) => void moves.push(move));
  }
}
@Module({ providers: [Songs] })
class SongsModule {}
const songs: ServiceDefinition = {
  ...{ name: "songs", title: "Songs", module: SongsModule, schema: "songs", migrations: [] },
  contributes: { [ITEM_TYPES]: [song] },
};

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ services: [songs], environment: { RATE_LIMIT_FACTOR: "0", EMBEDDINGS: "off" } });
});
afterAll(() => world.stop());

async function person() {
  const userId = randomUUID();
  const { items, token } = await world.person({ userId });
  const search = searchClient(world.client(token));
  const found = async (q: string) => (await search.search({ q })).items.map(({ title }) => title);
  const give = async (card: Omit<EventInput<typeof cardGiven>, "userId" | "type">) => {
    const events = world.application.nest.get(Events, { strict: false });
    await world.database.system((tx) => events.publish(tx, cardGiven, { userId, type: "song", ...card }));
    await world.jobsIdle();
  };
  const withdraw = async (itemId: string) => {
    const events = world.application.nest.get(Events, { strict: false });
    await world.database.system((tx) => events.publish(tx, cardWithdrawn, { userId, itemId, type: "song" }));
    await world.jobsIdle();
  };
  return { items, found, give, withdraw };
}
const movesOf = (id: string) => moves.filter(({ itemId }) => itemId === id).map(({ to }) => to);

describe("cards that another area gives", () => {
  it("are made under the id of its thing, found by their words and follow its changes", async () => {
    const { items, found, give } = await person();
    const itemId = randomUUID();
    await give({ itemId, revision: 1, title: "Evening", data: { text: "lanterns on the water", other: "dropped" } });
    expect(await items.get(itemId)).toMatchObject({
      ...{ type: "song", title: "Evening", status: "inbox", unread: true },
      data: { revision: 1, text: "lanterns on the water" },
    });
    expect(movesOf(itemId)).toEqual(["kept"]);
    expect(await found("lanterns")).toEqual(["Evening"]);
    await give({ itemId, revision: 2, title: "Late evening", data: { text: "ferries on the water" } });
    expect(await found("ferries")).toEqual(["Late evening"]);
    expect(await found('"lanterns"')).toEqual([]);
    // What comes late, or twice, changes nothing.
    await give({ itemId, revision: 1, title: "Evening", data: { text: "lanterns on the water" } });
    expect((await items.get(itemId)).title).toBe("Late evening");
  });

  it("keep the title, notes and tags of their person, who cannot write what the area gives", async () => {
    const { items, give } = await person();
    const itemId = randomUUID();
    await give({ itemId, revision: 1, title: "Evening", data: { text: "lanterns" } });
    const { version } = await items.get(itemId);
    await items.update(itemId, version, { title: "Mine", body: "Ask Ada", tags: ["choir"] });
    await give({ itemId, revision: 2, title: "Renamed there", data: { text: "ferries" } });
    expect(await items.get(itemId)).toMatchObject({
      ...{ title: "Mine", body: "Ask Ada", tags: ["choir"], data: { text: "ferries" } },
    });
    expect(
      await refusal(items.update(itemId, (await items.get(itemId)).version, { data: { text: "forged" } })),
    ).toMatchObject({ status: 400 });
    expect(await refusal(items.create({ type: "song", title: "By hand" }, randomUUID()))).toMatchObject({
      code: "type_not_creatable",
    });
  });

  it("tell their area where they go, and are deleted with its thing", async () => {
    const { items, give, withdraw } = await person();
    const [first, second] = [randomUUID(), randomUUID()];
    await give({ itemId: first, revision: 1, title: "Evening", data: {} });
    const seen = async () => (await items.get(first)).version;
    const remove = async () => items.remove(first, await seen());
    await remove();
    await items.update(first, await seen(), { status: "inbox" });
    await remove();
    await remove();
    await world.jobsIdle();
    expect(movesOf(first).toSorted()).toEqual(["gone", "kept", "kept", "trash", "trash"]);
    await give({ itemId: second, revision: 1, title: "Morning", data: {}, filed: true });
    expect(await items.get(second)).toMatchObject({ status: "archived", unread: false });
    await withdraw(second);
    expect(await refusal(items.get(second))).toMatchObject({ status: 404 });
    expect(movesOf(second)).toEqual(["kept"]);
  });
});
