import { expect, type Page, test } from "@playwright/test";
import { bookmarksFile, mailFile, type TestFile } from "./files.ts";
import { signUp, someone } from "./person.ts";
import { Product } from "./product.ts";

/** Imports through the screen; the person's address is of the internal domain, which needs no plan. */
test.describe.configure({ mode: "serial" });

let product: Product;
let page: Page;

test.beforeAll(async ({ browser }) => {
  product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "tessera.example" });
  page = await browser.newPage({ baseURL: product.url });
  await signUp(page, someone("tessera.example"));
});
test.afterAll(async () => {
  await page.close();
  await product.stop();
});

const importFile = async (file: TestFile) => {
  await page.goto("/items/inbox");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Import/ }).click();
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
  await expect(progress.getByText("Done")).toBeVisible({ timeout: 60_000 });
  await expect(progress).toContainText("4,997 new");
  await progress.getByText("3 refused, the rest is kept").click();
  await expect(progress).toContainText("Reading number 0");
});

test("the same file again makes no second card", async () => {
  const progress = await importFile(bookmarksFile(5000, 3));
  await expect(progress.getByText("Done")).toBeVisible({ timeout: 60_000 });
  await expect(progress).toContainText("4,997 already there");
});

test("one of thousands is found by its words", async () => {
  await page.goto("/items/bookmark?q=%22reading+number+4321%22");
  await expect(page.getByRole("row").filter({ hasText: "Reading number 4321" })).toHaveCount(1);
});

test("a mail is shown sanitised and apart: its script does not run, its picture is not asked for", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const progress = await importFile(mailFile());
  await expect(progress.getByText("Done")).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("Escape");
  await page.getByRole("row").filter({ hasText: "Revised quote for the worktop" }).click();
  await expect(page.frameLocator("iframe").getByText("now included")).toBeVisible();
  expect(await page.evaluate(() => "pwned" in window)).toBe(false);
  expect(asked.filter((url) => url.includes("tracker.example"))).toEqual([]);
});

test("the queue shows the imports as jobs, and what was refused as an entry", async () => {
  await page.goto("/queue?view=jobs");
  await expect(page.getByText("bookmarks.html").first()).toBeVisible();
  await page.goto("/queue");
  await expect(page.getByText(/refused/i).first()).toBeVisible();
});
