import { expect } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter, subscribe, untilActive } from "./person.ts";

/** What a person reads of a payment that went back: refunded in part, then disputed until the bank decides. */
test("an invoice says what of it was refunded, and that it is disputed", async ({ context, page, product }) => {
  await enter(context, product);
  await subscribe(page);
  await untilActive(page);
  const billing = await context.newPage();
  await billing.goto("/billing");
  const invoice = billing.getByRole("table", { name: "Invoices" }).getByRole("row", { name: /Studio/ });
  await expect(invoice).toContainText("Paid");
  await page.goto("/billing");
  await page.getByRole("button", { name: "Customer portal" }).click();
  await page.getByRole("link", { name: "Refund or dispute a payment" }).click();
  await expectAccessible(page);
  await page.getByLabel("Amount to refund (EUR)").fill("5.00");
  await page.getByRole("button", { name: "Refund" }).click();
  await expect(page.getByRole("status")).toHaveText("€5.00 was refunded.");
  // The page that is open learns of it live.
  await expect(invoice).toContainText("Refunded €5.00 of €18.00");
  await page.getByRole("button", { name: "Dispute with the bank" }).click();
  await expect(invoice).toContainText("Disputed, refunded €5.00 of €18.00");
  await expectAccessible(billing);
  await page.getByRole("button", { name: "Decide for Tessera" }).click();
  await expect(invoice).toContainText("Refunded €5.00 of €18.00");
  await expect(invoice).not.toContainText("Disputed");
});
