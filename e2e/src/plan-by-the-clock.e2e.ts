import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enter, enterAgain, pay, someone, subscribe, untilActive } from "./person.ts";
import { Product } from "./product.ts";

/** What ends by the real date, without a message of the provider: the trial, and the grace after a failed payment. */

const DAY_MS = 86_400_000;
let folder: string;
let product: Product;
const setAhead = (days: number) => writeFile(join(folder, "ahead"), String(days * DAY_MS));

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessera-ahead-"));
  await setAhead(0);
  product = await Product.start({
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "ahead.mjs"))}`,
    AHEAD_FILE: join(folder, "ahead"),
  });
});
test.afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = async (browser: Browser) => {
  const context = await browser.newContext({ baseURL: product.url });
  return { context, page: await context.newPage() };
};
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("a trial and the grace of a failed payment end by the date, close the product, and open again when paid", async ({
  browser,
}) => {
  const [ada, bob] = [someone(), someone()];
  const trial = await open(browser);
  await enter(trial.context, product, ada);
  await trial.page.goto("/billing");
  await press(trial.page, "Start the trial");
  await trial.page.waitForURL(/\/items\/inbox/);
  const failing = await open(browser);
  await enter(failing.context, product, bob);
  await subscribe(failing.page);
  await untilActive(failing.page);
  await failing.page.goto("/billing");
  await press(failing.page, "Customer portal");
  await failing.page.getByRole("link", { name: "Test clock: let time pass" }).click();
  await press(failing.page, "Let it fail");
  await expect(failing.page.getByRole("status")).toHaveText("The next payment will fail.");
  await press(failing.page, "Go to the next payment");
  await expect(failing.page.getByRole("status")).toHaveText(/^It is/);
  await failing.page.goto("/billing");
  await expect(failing.page.getByText("Payment failed", { exact: true })).toBeVisible();
  await failing.page.goto("/items/inbox");
  await expect(failing.page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  for (const { context } of [trial, failing]) await context.close();

  // The payment failed a month from now, after which a week is left.
  await product.end();
  await setAhead(45);
  await product.run();

  const without = await open(browser);
  await enterAgain(without.context, product, ada);
  await without.page.goto("/items/inbox");
  await without.page.waitForURL(/\/billing/);
  await expect(without.page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
  await expect(without.page.getByText(/^Your trial ended on /)).toBeVisible();
  await expect(without.page.getByRole("button", { name: "Start the trial" })).toBeHidden();
  await expectAccessible(without.page);
  await press(without.page, "Choose Desk");
  await pay(without.page, "4242 4242 4242 4242");
  await without.page.waitForURL(/\/items\/inbox/);

  const closed = await open(browser);
  await enterAgain(closed.context, product, bob);
  await closed.page.goto("/items/inbox");
  await closed.page.waitForURL(/\/billing/);
  await expect(closed.page.getByText("the time to fix it is over")).toBeVisible();
  await expectAccessible(closed.page);
  await press(closed.page, "Customer portal");
  await press(closed.page, "Pay now");
  await expect(closed.page.getByRole("button", { name: "Pay now" })).toBeHidden();
  await closed.page.goto("/billing");
  await expect(closed.page.getByText("Active", { exact: true })).toBeVisible();
  await closed.page.goto("/items/inbox");
  await expect(closed.page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  for (const { context } of [without, closed]) await context.close();
});
