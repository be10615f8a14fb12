/** Files in the file store; their cards are stored as others are. @databases one @run all */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { cardMoved, stepEnded } from "@tessera/contracts-items/events.ts";
import { declareItemType, ITEM_TYPES } from "@tessera/contracts-items/item-type.ts";
import { FileCardData } from "@tessera/contracts-items/items.ts";
import { CardSteps, Database, Events, type ServiceDefinition } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { pdfOf } from "../files/testing/pdf.ts";
import { uploader } from "../files/testing/upload.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

const slip = declareItemType({
  definition: { type: "slip", label: "Slip", menuItem: { label: "Slips" } },
  data: z.strictObject({ ...FileCardData.shape, words: z.int().optional(), shop: z.string().optional() }),
  textFields: ["shop", "text"],
  row: ["shop"],
  titleFields: ["shop"],
  file: { mediaTypes: ["image/png", "application/pdf"] },
  steps: [{ name: "count", writes: ["words", "shop"], afterText: true }],
});

const moves: EventPayload<typeof cardMoved>[] = [];

@Injectable()
class SlipSteps implements OnModuleInit {
  constructor(
    private readonly steps: CardSteps,
    private readonly events: Events,
  ) {}
  onModuleInit() {
    this.steps.define({
      ...{ type: "slip", step: "count", label: "Words" },
      run: async ({ data }) => ({ words: String(data.text).split(/\s+/).length, shop: "Corner shop" }),
    });
    this.events.on(cardMoved, "slips", async (move) => void moves.push(move));
  }
}
@Module({ providers: [SlipSteps] })
class SlipsModule {}
const slips: ServiceDefinition = {
  ...{ name: "slips", title: "Slips", module: SlipsModule, schema: "slips", migrations: [] },
  contributes: { [ITEM_TYPES]: [slip] },
};

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ services: [slips], environment: { RATE_LIMIT_FACTOR: "0", EMBEDDINGS: "off" } });
});
afterAll(() => world.stop());

const letter = readFileSync(path.join(import.meta.dirname, "../files/fixtures/upside-down.png"));
const movesOf = (id: string) => moves.filter(({ itemId }) => itemId === id).map(({ to }) => to);

describe("a declared type that is made of files", () => {
  it("takes an upload that asks for it, reads its words, and then runs the area's step", async () => {
    const { items, send, upload } = await uploader(world);
    const made = await upload("letter.png", letter, undefined, undefined, "slip");
    expect(made).toMatchObject({ type: "slip", title: "letter", processing: { count: { state: "pending" } } });
    await world.jobsIdle();
    const read = await items.get(made.id);
    expect(read).toMatchObject({
      ...{ type: "slip", title: "Corner shop", data: { fileName: "letter.png", mediaType: "image/png", width: 640 } },
      processing: { picture: { state: "success" }, words: { state: "success" }, count: { state: "success" } },
    });
    expect(read.data.text).toContain("quick brown dog");
    expect(read.data.words).toBeGreaterThan(8);
    expect((await items.list({ type: "slip" })).items).toMatchObject([{ icon: read.data.thumbnail }]);
    expect((await items.list({ q: "brown dog" })).items).toMatchObject([{ id: made.id }]);
    expect((await send("GET", read.attachments[0]!.url)).status).toBe(200);
  });

  it("is made of a card of such a file in place, without reading its words again, and taken back", async () => {
    const { items, uploaded } = await uploader(world);
    const card = await uploaded("bill.pdf", pdfOf(["Corner shop, Total 3.00"]));
    const converted = await items.update(card.id, card.version, { type: "slip" });
    expect(converted).toMatchObject({ type: "slip", data: card.data });
    expect(converted.processing).not.toHaveProperty("text");
    await world.jobsIdle();
    const read = await items.get(card.id);
    expect(read).toMatchObject({
      title: "Corner shop",
      data: { words: 4 },
      processing: { count: { state: "success" } },
    });
    expect(read.attachments).toEqual(card.attachments);
    const back = await items.update(read.id, read.version, { type: "file" });
    expect(back).toMatchObject({ type: "file", title: card.title, data: card.data });
    await world.jobsIdle();
    expect(movesOf(card.id)).toEqual(["gone"]);
  });

  it("says on the area's step why the words could not be read", async () => {
    const { uploaded } = await uploader(world);
    const broken = await uploaded("broken.pdf", "%PDF-1.7 nothing more", "slip");
    const { text, count } = broken.processing;
    expect([text?.state, count]).toEqual(["failure", { ...text }]);
  });

  it("cancels the area's step with the one whose words it waits for, and runs both again", async () => {
    const { items, uploaded } = await uploader(world);
    const { id } = await uploaded("waits.pdf", pdfOf(["Corner shop, Total 4.00"]), "slip");
    const waiting = { text: { state: "pending" }, count: { state: "pending" } };
    await world.database.system((tx) =>
      tx.execute(sql`update items.item set processing = processing || ${JSON.stringify(waiting)} where id = ${id}`),
    );
    const { text, count } = (await items.cancelStep(id, "text")).processing;
    expect([text, count]).toEqual([text, { state: "failure", reason: "Cancelled", cancelled: true }]);
    expect(text).toMatchObject({ cancelled: true });
    expect((await items.reprocess(id, "text")).processing).toMatchObject(waiting);
    await world.jobsIdle();
    expect((await items.get(id)).processing).toMatchObject({ text: { state: "success" }, count: { state: "success" } });
  });

  it("is refused where the file, or the type, is another one", async () => {
    const { items, upload, uploaded } = await uploader(world);
    expect(await refusal(upload("a.txt", "plain", undefined, undefined, "slip"))).toMatchObject({
      ...{ status: 415, code: "file_not_taken", detail: expect.stringContaining("A slip cannot be made of") },
    });
    expect(await refusal(upload("a.png", letter, undefined, undefined, "note"))).toMatchObject({ status: 415 });
    const text = await uploaded("b.txt", "plain");
    expect(await refusal(items.update(text.id, text.version, { type: "slip" }))).toMatchObject({
      ...{ status: 400, code: "type_not_convertible" },
    });
  });

  it("tells its area when cards go into the trash, come back, and are deleted for good", async () => {
    const { items, uploaded } = await uploader(world);
    const { id, version } = await uploaded("a.pdf", pdfOf(["One"]), "slip");
    await items.remove(id, version);
    await items.bulk({ ids: [id], set: { status: "inbox" } }, crypto.randomUUID());
    await items.bulk({ ids: [id], set: { status: "trash" } }, crypto.randomUUID());
    await items.remove(id, (await items.get(id)).version);
    await world.jobsIdle();
    expect(movesOf(id).toSorted()).toEqual(["gone", "kept", "trash", "trash"]);
  });

  it("tells its area once more when a step ends after its card went", async () => {
    const { items, uploaded, userId } = await uploader(world);
    const { nest } = world.application;
    const end = async (itemId: string) => {
      const ended = { userId, itemId, step: "count", data: { words: 1 }, failure: null, ms: 1 };
      await nest.get(Database).system((tx) => nest.get(Events).publish(tx, stepEnded, ended));
      await world.jobsIdle();
    };
    const { id, version } = await uploaded("a.pdf", pdfOf(["One"]), "slip");
    await end(id);
    expect(movesOf(id)).toEqual([]);
    await items.remove(id, version);
    await end(id);
    expect(movesOf(id)).toEqual(["trash", "trash"]);
    await items.remove(id, (await items.get(id)).version);
    await end(id);
    expect(movesOf(id)).toEqual(["trash", "trash", "gone", "gone"]);
  });
});
