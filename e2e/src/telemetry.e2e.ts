import { expect, test } from "@playwright/test";
import { enter } from "./person.ts";
import { Product } from "./product.ts";
import { Team } from "./releases.ts";

/** Page loads one after the other: each leaves the one before; the last leaves the product. */
const LOADS = 10;

test("each page load of a person counts for the release that it had, however soon the page is left", async ({ page }) => {
  const product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "example.com" });
  try {
    const team = new Team(product, "items");
    await enter(page.context(), product);
    await page.goto(`${product.url}/queue`);
    // Through the product's worker, as most loads of a person are.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await team.publish("2.0.0", [{ percent: 100, holdSeconds: 3600, gate: { minLoads: 100 } }]);
    for (let load = 0; load < LOADS; load += 1) await page.goto(`${product.url}/items/inbox`);
    await page.goto("about:blank");
    await expect(async () => expect((await team.rollout("status")).answer.health.candidate.loads).toBe(LOADS)).toPass({ timeout: 20_000 });
  } finally {
    await product.stop();
  }
});
