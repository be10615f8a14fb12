import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { SANDBOX_ADDRESS_FILE, SandboxAddress } from "@tessera/contracts-billing/stripe-sandbox.ts";
import { expectAccessible } from "./accessible.ts";
import { chooseDark, enter, pay, untilActive } from "./person.ts";
import { Product } from "./product.ts";

/** Where an installation takes promotion codes: typed at the checkout by keyboard, taken off, and on the bill. */
let product: Product;

test.beforeAll(async () => {
  product = await Product.start({ BILLING_PROMOTION_CODES: "true" });
  await create("coupons", { id: "spring", percent_off: "20", duration: "repeating", duration_in_months: "3" });
  await create("promotion_codes", { "promotion[type]": "coupon", "promotion[coupon]": "spring", code: "SPRING20" });
});
test.afterAll(() => product?.stop());

/** Makes something in the sandbox, as an operator does in the account of the payment provider. */
async function create(resource: string, fields: Record<string, string>): Promise<void> {
  const file = join(product.dataDir, SANDBOX_ADDRESS_FILE);
  const { host, port, secretKey } = SandboxAddress.parse(JSON.parse(readFileSync(file, "utf8")));
  const answer = await fetch(`http://${host}:${port}/v1/${resource}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams(fields),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

const useCode = async (page: Page, code: string) => {
  await page.getByLabel("Promotion code").fill(code);
  await page.getByLabel("Promotion code").press("Enter");
};

test("a promotion code is refused in words, counts, is taken off, and is on the bill", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: product.url });
  await enter(page.context(), product);
  await page.goto("/billing");
  await page.getByRole("button", { name: "Choose Studio" }).click();
  await page.waitForURL(/\/sandbox\/checkout\//);
  await useCode(page, "AUTUMN");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Promotion code")).toHaveValue("AUTUMN");
  await expectAccessible(page);
  await useCode(page, "spring20");
  await expect(page.getByRole("row", { name: /Code SPRING20/ })).toContainText("20% off for 3 months");
  await expect(page.getByRole("button", { name: "Pay €14.40" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take the code off" }).press("Enter");
  await expect(page.getByRole("button", { name: "Pay €18.00" })).toBeVisible();
  await useCode(page, "SPRING20");
  await pay(page, "4242 4242 4242 4242");
  await untilActive(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/billing");
  await expect(page.getByText(/^20% off until \d+ \w+ \d{4}\.$/)).toBeVisible();
  await expect(page.getByRole("row", { name: /Studio/ }).filter({ hasText: "€14.40" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await chooseDark(page);
  await page.goto("/billing");
  await expect(page.getByText(/^20% off until/)).toBeVisible();
  await expectAccessible(page);
  await page.close();
});
