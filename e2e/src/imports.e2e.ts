import { readFile, writeFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { bookmarksFile, mailbox, mailFile, mailWithFile, type TestFile, vaultFile } from "./files.ts";
import { test } from "./journey.ts";
import { enter, someone } from "./person.ts";
import type { Product } from "./product.ts";

/** Imports through the screen; the person's address is of the internal domain, which needs no plan. */
test.describe.configure({ mode: "serial" });

let product: Product;
let page: Page;

test.beforeAll(async ({ browser, product: shared }) => {
  product = shared;
  page = await browser.newPage({ baseURL: product.url });
  await enter(page.context(), product, someone("tessera.example"));
});
test.afterAll(async () => {
  await page.close();
});

/** Timeout for importing thousands of cards on a busy machine, ms. */
const LARGE = 300_000;

const openImports = async (place = "Archive") => {
  await page.goto("/items/inbox");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Import/ }).click();
  await page.getByRole("radio", { name: place }).check();
};

const importFile = async (file: TestFile, place = "Archive") => {
  await openImports(place);
  await page.getByLabel("Files to import").setInputFiles(file);
  return page.getByRole("article", { name: `Import of ${file.name}` }).first();
};

test("a person of the internal domain opens items without a plan [billing.internal-domain]", async () => {
  await page.goto("/items/inbox");
  await expect(page).toHaveURL(/\/items\/inbox/);
  await expect(page.getByRole("heading", { name: /^Inbox/ }).first()).toBeVisible();
});

test("five thousand bookmarks come in with progress, and each refused entry is named", async () => {
  const progress = await importFile(bookmarksFile(5000, 3));
  await expect(progress.getByText("Done")).toBeVisible({ timeout: LARGE });
  await expect(progress).toContainText("4,997 new");
  await progress.getByText("3 refused, the rest is kept").click();
  await expect(progress).toContainText("Reading number 0");
});

test("the same file again makes no second card", async () => {
  const progress = await importFile(bookmarksFile(5000, 3));
  // The import before is the first in the list until this one has come.
  await expect(progress).toContainText("4,997 already there", { timeout: LARGE });
  await expect(progress.getByText("Done")).toBeVisible();
});

test("one of thousands is found by its words", async () => {
  await page.goto("/items/bookmark?q=%22reading+number+4321%22");
  await expect(page.getByRole("row").filter({ hasText: "Reading number 4321" })).toHaveCount(1);
});

test("a mail is shown sanitised and apart: its script does not run, its picture is not asked for", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const progress = await importFile(mailFile(), "Inbox");
  await expect(progress.getByText("Done")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("row").filter({ hasText: "Revised quote for the worktop" }).click();
  await expect(page.frameLocator("iframe").getByText("now included")).toBeVisible();
  expect(await page.evaluate(() => "pwned" in window)).toBe(false);
  expect(asked.filter((url) => url.includes("tracker.example"))).toEqual([]);
});

test("the file of an imported mail is downloaded under its own name, byte for byte", async () => {
  const [name, content] = ["Plan der Küche.pdf", Buffer.from("%PDF-1.4 \u0000\u00ff plan", "latin1")];
  const progress = await importFile(mailWithFile(name, content), "Inbox");
  await expect(progress.getByText("Done")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("row").filter({ hasText: "Plan of the kitchen" }).click();
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: `Download ${name}` }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(name);
  expect(await readFile(await download.path())).toEqual(content);
});

test("a vault of Markdown comes in with its links, its picture and its folders as tags", async () => {
  const picture = await readFile(new URL("../../services/items/src/files/fixtures/upside-down.png", import.meta.url));
  const progress = await importFile(vaultFile(picture), "Inbox");
  await expect(progress.getByText("Done")).toBeVisible();
  await expect(progress).toContainText("3 new");
  await progress.getByRole("button", { name: "Show the notes" }).click();
  await expect(page).toHaveURL(/\/items\/note$/);
  await page.getByRole("row", { name: /^Select Garden/ }).click();
  await expect(page.getByRole("img", { name: "plan.png" })).toBeVisible();
  await page.getByRole("article", { name: "Garden" }).getByRole("link", { name: "Tools" }).click();
  await expect(page.getByRole("article", { name: "Tools" }).getByText("a spade for the")).toBeVisible();
  await expect(page.getByRole("region", { name: "Mentioned in" }).getByRole("link", { name: "Garden" })).toBeVisible();
});

test("a mailbox of more than 64 MB comes in whole, its files byte for byte", async () => {
  const file = test.info().outputPath("years.mbox");
  const contents = [1, 2, 3].map((year) => Buffer.alloc(18 * 1024 * 1024, `${year}, `));
  await writeFile(file, mailbox(contents));
  await openImports();
  await page.getByLabel("Files to import").setInputFiles(file);
  const progress = page.getByRole("article", { name: "Import of years.mbox" });
  await expect(progress.getByText("Done")).toBeVisible({ timeout: LARGE });
  await expect(progress).toContainText("3 new");
  await page.goto("/items/mail?q=%22minutes+of+year+2%22");
  await page.getByRole("row").filter({ hasText: "Minutes of year 2" }).click();
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download minutes-2.txt" }).click();
  expect((await readFile(await (await started).path())).equals(contents[1]!)).toBe(true);
});

test("an import that is stopped ends there and keeps what had come in", async () => {
  const name = "shelves.html";
  const progress = await importFile({ ...bookmarksFile(60_000), name });
  await expect(progress).toContainText(/[1-9][\d,]* of 60,000/);
  await progress.getByRole("button", { name: "Stop" }).click();
  await expect(progress.getByText("Stopped")).toBeVisible();
  const settled = async () => /([\d,]+) of 60,000/.exec((await progress.textContent()) ?? "")?.[1] ?? "";
  const stopped = await settled();
  expect(Number(stopped.replaceAll(",", ""))).toBeLessThan(60_000);
  await page.goto("/items/inbox?open=import");
  await expect(progress.getByText("Stopped")).toBeVisible();
  expect(await settled()).toBe(stopped);
  await page.goto("/queue?view=jobs");
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText(/Cancelled|Stopped/);
});

test("the queue shows the imports as jobs, and what was refused as an entry", async () => {
  await page.goto("/queue?view=jobs");
  await expect(page.getByText("bookmarks.html").first()).toBeVisible();
  await page.goto("/queue");
  await page
    .getByRole("row")
    .filter({ hasText: /3 of 5,?000 entries of bookmarks.html were refused/ })
    .first()
    .click();
  await page.getByRole("button", { name: /See the import/ }).click();
  const report = page.getByRole("dialog").getByRole("article", { name: "Import of bookmarks.html" }).first();
  await expect(report.getByText("Reading number 0")).toBeVisible();
});
