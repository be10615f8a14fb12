import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enter, enterAgain, someone } from "./person.ts";
import { Product } from "./product.ts";

/** Two browsers of one person: what is done in one appears in the other's stream, also after the server was killed. */
let product: Product;
test.beforeAll(async () => {
  product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "tessera.example" });
});
test.afterAll(() => product?.stop());

async function capture(page: Page, text: string) {
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  await page.getByLabel("What to capture").fill(text);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("row").filter({ hasText: text })).toBeVisible();
}

test("a card made in one browser appears in the other's stream of changes [route.ws-items]", async ({ browser }) => {
  const desk = await (await browser.newContext({ baseURL: product.url })).newPage();
  const email = await enter(desk.context(), product, someone("tessera.example"));
  const couch = await browser.newPage({
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  await enterAgain(couch.context(), product, email);
  const stranger = await browser.newPage({ baseURL: product.url });
  await enter(stranger.context(), product, someone("tessera.example"));
  for (const page of [desk, stranger]) {
    await page.goto("/ws-items");
    await expect(page.getByRole("status").filter({ hasText: "Joined" })).toBeVisible();
  }
  await couch.goto("/items/inbox");
  await capture(couch, "Names for the second plan");
  const row = desk.getByRole("row").filter({ hasText: "Names for the second plan" }).last();
  await expect(row).toContainText("added");

  await desk.getByRole("button", { name: "Pause" }).click();
  await capture(couch, "Held while paused");
  await desk.getByRole("button", { name: /Resume and show \d+ more/ }).click();
  await expect(desk.getByRole("row").filter({ hasText: "Held while paused" }).first()).toBeVisible();
  await expectAccessible(desk);

  await product.kill();
  await expect(desk.getByRole("status").filter({ hasText: "Errored" })).toBeVisible();
  await expect(desk.getByRole("row").filter({ hasText: "The connection was lost" })).toBeVisible();
  await product.run();
  await expect(desk.getByRole("status").filter({ hasText: "Joined" })).toBeVisible();
  await couch.reload();
  await capture(couch, "After the power failed");
  await expect(desk.getByRole("row").filter({ hasText: "After the power failed" }).first()).toBeVisible();
  await expect(stranger.getByRole("row")).toHaveCount(1); // the mark of the lost connection: nobody else's cards
  await desk.getByRole("link", { name: "After the power failed" }).first().click();
  await expect(desk).toHaveURL(/\/items\/[a-z]+\/[0-9a-f-]{36}$/);
  for (const page of [desk, couch, stranger]) await page.context().close();
});
