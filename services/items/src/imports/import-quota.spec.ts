import { randomBytes, randomUUID } from "node:crypto";
import AdmZip from "adm-zip";
import { sql } from "drizzle-orm";
import { bookmarksFile } from "../testing/bookmarks-file.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
beforeEach(() => {
  world.billing.storageLimit = null;
});
afterAll(() => world.stop());

type Items = Awaited<ReturnType<ItemsWorld["person"]>>["items"];
function start(items: Items, content: string, name = "b.html") {
  const form = new FormData();
  form.append("files", new Blob([content]), name);
  return items.startImport(form, randomUUID());
}
/** An import that waits for its turn. */
const waiting = (userId: string, bytes: number) =>
  world.database.system(async (tx) => {
    const job = randomUUID();
    await tx.execute(
      sql`insert into kit.job (id, user_id, queue, title, data) values (${job}, ${userId}, 'items.import', 'Import', '{}')`,
    );
    await tx.execute(sql`insert into items.import_session (id, user_id, kind, file_name, files, job_id, created_at)
      values (${randomUUID()}, ${userId}, 'mail', 'm', ${JSON.stringify([{ bytes }])}::jsonb, ${job}, now())`);
    return job;
  });

it("takes three imports of a person at once, and a further one when one has ended", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  const [first] = [await waiting(userId, 1), await waiting(userId, 1), await waiting(userId, 1)];
  expect(await refusal(start(items, bookmarksFile(1)))).toMatchObject({ status: 429, code: "too_many_imports" });
  expect((await items.imports()).length).toBe(3);
  await world.database.system((tx) =>
    tx.execute(sql`update kit.job set state = 'cancelled', finished_at = now() where id = ${first}`),
  );
  expect((await start(items, bookmarksFile(1))).kind).toBe("bookmarks");
});

it("refuses what the plan has no room for, and keeps no file of it", async () => {
  world.billing.storageLimit = 2_000_000;
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  await waiting(userId, 1_999_000);
  const refused = await refusal(start(items, bookmarksFile(20)));
  expect(refused).toMatchObject({ status: 402, code: "storage_limit_reached" });
  expect((await items.imports()).length).toBe(1);
  world.billing.storageLimit = 2_000_000_000;
  expect((await start(items, bookmarksFile(20))).kind).toBe("bookmarks");
});

it("takes an archive that is larger than the plan, and of it what the plan has room for", async () => {
  world.billing.storageLimit = 100_000;
  const { items } = await world.person();
  const zip = new AdmZip();
  zip.addFile("Note.md", Buffer.from("Text"));
  zip.addFile("small.bin", randomBytes(60_000));
  zip.addFile("tall.bin", randomBytes(90_000));
  const form = new FormData();
  form.append("files", new Blob([zip.toBuffer() as BlobPart]), "tessera.zip");
  const { id } = await items.startImport(form, randomUUID());
  await world.jobsIdle();
  expect(await items.importSession(id)).toMatchObject({
    ...{ state: "done", created: 2, refused: 1 },
    errors: [{ entry: "tall.bin", message: "Your plan has room for 0 GB of files, and this one is beyond it" }],
  });
});

it("an entry that the database refuses is one refused entry", async () => {
  await world.database.system((tx) =>
    tx.execute(sql`alter table items.item add constraint odd check (title not like 'odd one%') not valid`),
  );
  const { items } = await world.person();
  const links = ["good 1", "odd one", "good 2", "odd one too", "good 3"].map(
    (title) => `<DT><A HREF="https://e.example/${title}">${title}</A>`,
  );
  const { id } = await start(items, `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${links.join("\n")}</DL>`);
  await world.jobsIdle();
  expect(await items.importSession(id)).toMatchObject({
    state: "done",
    done: 5,
    created: 3,
    refused: 2,
    errors: [{ entry: "odd one" }, { entry: "odd one too" }],
  });
});

it("keeps bookmarks of addresses as long as browsers have them", async () => {
  const { items } = await world.person();
  // Nothing that an index could compress.
  const address = (n: number) => `https://e.example/${randomBytes(3_000).toString("hex")}${n}`;
  const links = [1, 2].map((n) => `<DT><A HREF="${address(n)}">long ${n}</A>`);
  const { id } = await start(items, `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${links.join("\n")}</DL>`);
  await world.jobsIdle();
  expect(await items.importSession(id)).toMatchObject({ state: "done", created: 2, refused: 0 });
});
