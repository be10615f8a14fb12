import { expect, test } from "@playwright/test";
import { enter } from "./person.ts";
import { Product } from "./product.ts";
import { Team } from "./releases.ts";

test.use({ serviceWorkers: "allow" });

/** Page loads one after the other: each leaves the one before; the last leaves the product. */
const LOADS = 10;

test("each page is reported with the release that it drew, however soon it is left, and the person counts once", async ({
  page,
}) => {
  const product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "example.com" });
  try {
    const team = new Team(product, "items");
    await enter(page.context(), product);
    await page.goto(`${product.url}/queue`);
    // Through the product's worker, as most loads of a person are.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto(`${product.url}/items/inbox`); // an account that is known before the rollout begins
    await team.publish("2.0.0", [{ percent: 100, holdSeconds: 3600, gate: { minLoads: 100 } }]);
    for (let load = 0; load < LOADS; load += 1) {
      await page.goto(`${product.url}/items/inbox`);
      await expect(page.getByRole("heading", { name: /^Inbox/ }).first()).toBeVisible();
    }
    await page.goto("about:blank");
    await expect(async () =>
      expect((await team.rollout("status")).answer.health.candidate).toMatchObject({
        pages: LOADS,
        loads: 1,
        broken: 0,
      }),
    ).toPass();
  } finally {
    await product.stop();
  }
});
