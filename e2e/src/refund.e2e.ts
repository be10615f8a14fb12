import { expect } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter, pay, subscribe, untilActive } from "./person.ts";

/** What a person meets where the seller or the bank acts: a payment that goes back, and a customer that is deleted. */
test("an invoice says what of it was refunded, and that it is disputed; a deleted customer can choose a plan again", async ({
  context,
  page,
  product,
}) => {
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

  await page.getByText("Delete the customer", { exact: true }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByRole("heading", { name: "The customer is deleted" })).toBeVisible();
  await expectAccessible(page);
  await expect(billing.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
  await expectAccessible(billing);
  await billing.goto("/items/inbox");
  await billing.waitForURL(/\/billing/);
  await billing.getByRole("button", { name: "Choose Desk", exact: true }).click();
  await pay(billing, "4242 4242 4242 4242");
  await billing.waitForURL(/\/items\/inbox/);
});
