import { expect, test } from "@playwright/test";
import { enter } from "./person.ts";
import { Product } from "./product.ts";
import { Team } from "./releases.ts";

/** What the health gate learns about pages that cannot report anything themselves. */
let product: Product;
let team: Team;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "example.com" });
  team = new Team(product, "items");
});
test.afterAll(() => product.stop());

test("a page that hangs is reported by its worker", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await enter(context, product);
  await page.goto("/items/inbox");
  await expect(page.getByRole("heading", { name: /inbox/i }).first()).toBeVisible();
  await team.publish("2.0.0", [{ percent: 100, holdSeconds: 3600, gate: { minLoads: 1 } }], loopInRender);
  await page.goto("/queue");
  await expect(page.getByRole("heading", { name: /queue/i }).first()).toBeVisible();
  // The browser never says that the click is done: the page does not answer again.
  void page
    .getByRole("link", { name: "Items", exact: true })
    .first()
    .click({ noWaitAfter: true })
    .catch(() => undefined);
  await expect(async () => {
    expect((await team.rollout("status")).answer.health.candidate).toMatchObject({ loads: 1, hangs: 1, broken: 1 });
  }).toPass();
  await context.close();
});

/**
 * The page of the list never ends when it is drawn; the bundler may have put its function in place or left a name,
 * or a member of its module, there.
 */
function loopInRender(name: string, text: string): string {
  if (!name.startsWith("__federation_expose_routes") || !text.includes('path:"items/:type"')) return text;
  const changed = text.replace(
    /(path:"items\/:type".*?Component:)(function\(\)\{|[\w$.]+)/,
    (_, before: string, own: string) => (own.endsWith("{") ? `${before}${own}for(;;);` : `${before}()=>{for(;;);}`),
  );
  expect(changed).not.toBe(text);
  return changed;
}
