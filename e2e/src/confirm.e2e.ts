import { expect } from "@playwright/test";
import { test } from "./journey.ts";
import { enter, PASSWORD } from "./person.ts";
import type { Product } from "./product.ts";

let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

test("a forgotten password is replaced through the mailed link, which works once [route.confirm, layout.centered]", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: product.url });
  const email = await enter(page.context(), product);
  const fresh = await browser.newContext({ baseURL: product.url });
  const other = await fresh.newPage();
  await other.goto("/login");
  await other.getByRole("button", { name: "Forgot it?" }).click();
  await other.getByLabel("Email").fill(email);
  await other.getByRole("button", { name: "Send the link" }).click();
  await expect(other.getByRole("heading", { name: "Check your email" })).toBeVisible();

  const link = await linkFor(email);
  await other.goto(link);
  await expect(other).toHaveURL(/\/confirm/);
  await other.getByRole("button", { name: "Set a new password" }).click();
  await expect(other.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await other.getByRole("textbox", { name: "New password" }).fill(`${PASSWORD} renewed`);
  await other.locator("button[type=submit]").click();
  await expect(other).toHaveURL(/\/queue/);

  const again = await (await browser.newContext({ baseURL: product.url })).newPage();
  await again.goto(link);
  await again.getByRole("button", { name: "Set a new password" }).click();
  await expect(again.getByRole("heading", { name: "This link did not work" })).toBeVisible();
});

/** The link of the newest mail to an address, from the outbox that stands in for a mail server. */
async function linkFor(email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const answer = await fetch(`${product.url}/dev/outbox.json?to=${encodeURIComponent(email)}`);
      const { messages } = (await answer.json()) as { messages: { text: string }[] };
      link = /https?:\/\/\S+\/confirm\?\S*/.exec(messages[0]?.text ?? "")?.[0];
      return link;
    })
    .toBeTruthy();
  return link ?? "";
}
