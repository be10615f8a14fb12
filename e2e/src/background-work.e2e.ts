import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { chooseDark, enter, someone } from "./person.ts";
import { Product } from "./product.ts";

/** Schedules: seen, run by hand and paused by the administrator, and by nobody else. */
let product: Product;
let admin: Page;
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  product = await Product.start();
  admin = await browser.newPage({ baseURL: product.url });
  await enter(admin.context(), product, "ines@halvorsen.example");
});
test.afterAll(() => product?.stop());

const row = (name: string) => admin.getByRole("listitem", { name });

test("a schedule is run by hand and says how it ended", async () => {
  await admin.goto("/settings/profile");
  await admin.getByRole("link", { name: "Background work" }).click();
  await expect(row("Empty the trash")).toContainText("At 03:20 (UTC)");
  await admin.getByRole("button", { name: "Run now: Empty the trash" }).click();
  await expect(row("Empty the trash")).toContainText("Done");
  await row("Empty the trash").getByText("Runs").click();
  await expect(row("Empty the trash")).toContainText("(run by hand)");
  await expect(admin.getByRole("img", { name: /Jobs done and failed by hour/ })).toBeVisible();
});

test("a schedule is paused by the keyboard, stays paused, and is resumed", async () => {
  await row("Count usage").focus();
  await admin.keyboard.press("j");
  await expect(row("Delete old releases")).toBeFocused();
  await admin.keyboard.press("p");
  await expect(row("Delete old releases")).toContainText("No run while it is paused");
  await admin.reload();
  await expect(row("Delete old releases")).toContainText("Paused");
  await admin.getByRole("button", { name: "Resume: Delete old releases" }).click();
  await expect(row("Delete old releases")).toContainText("Next");
});

test("internal jobs are listed by their state, with none that anybody has in their list", async () => {
  const jobs = admin.getByRole("list", { name: "Internal jobs" });
  await expect(admin.getByText("No internal job failed in the last week.")).toBeVisible();
  await admin.getByRole("tab", { name: "Done" }).click();
  await expect(jobs.getByRole("listitem", { name: "User created, told to queue welcome" }).first()).toContainText(
    "Done",
  );
  await expectAccessible(admin);
});

test("the page is whole on a phone, in both themes, and accessible", async () => {
  for (const dark of [false, true]) {
    if (dark) await chooseDark(admin);
    for (const width of [1440, 390]) {
      await admin.setViewportSize({ width, height: 844 });
      await admin.goto("/settings/background-work");
      await expect(row("Empty the trash")).toBeVisible();
      await expect(admin.getByRole("table", { name: "By kind of job" })).toBeVisible();
      await expectAccessible(admin);
      await expect.poll(() => admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});

test("it is nobody else's", async ({ browser }) => {
  const other = await browser.newPage({ baseURL: product.url });
  await enter(other.context(), product, someone());
  await other.goto("/settings/background-work");
  await expect(other.getByRole("alert")).toContainText("Only administrators may see and change");
  await expect(other.getByRole("link", { name: "Background work" })).toHaveCount(0);
  await other.close();
});
