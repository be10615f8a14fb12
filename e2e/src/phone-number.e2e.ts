import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { enter } from "./person.ts";
import type { Product } from "./product.ts";

/** A phone number to sign in with, and a phone as second factor; the messages are read in the outbox. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

/** The code of the newest message to a number that is not `seen`. */
async function texted(phone: string, seen = ""): Promise<string> {
  let code = "";
  await expect
    .poll(async () => {
      const answer = await fetch(`${product.url}/dev/outbox.json?to=${encodeURIComponent(phone)}`);
      const { messages } = (await answer.json()) as { messages: { text: string }[] };
      code = /\b\d{6}\b/.exec(messages[0]?.text ?? "")?.[0] ?? "";
      return code !== "" && code !== seen;
    })
    .toBe(true);
  return code;
}

const phoneGroup = (page: Page) => page.getByRole("region", { name: "Phone number" });

test("a phone number is added with its code, seen among the ways to sign in, and removed", async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await enter(page.context(), product);
  await page.goto("/settings/profile#phone");
  const group = phoneGroup(page);
  await group.getByLabel("Phone number").fill("+43 660 1234567");
  await group.getByRole("button", { name: "Send a code" }).click();
  await group.getByLabel("Six-digit code").fill(await texted("+436601234567"));
  await group.getByRole("button", { name: "Confirm the number" }).click();
  await expect(group.getByText("You can sign in with +436601234567 from now on.")).toBeVisible();
  await page.goto("/settings/sessions");
  await expect(
    page.getByRole("list", { name: "Signed-in browsers and devices" }).getByRole("listitem"),
    "one session",
  ).toHaveCount(1);
  await page.goto("/settings/security");
  const ways = page.getByRole("list", { name: "Ways to sign in" });
  await expect(ways.getByRole("listitem").filter({ hasText: "+436601234567" })).toBeVisible();
  await ways.getByRole("button", { name: "Change the phone number" }).click();
  await phoneGroup(page).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(phoneGroup(page).getByText("The number is removed.")).toBeVisible();
  await page.context().close();
});

test("a phone becomes the second factor by the code sent to it", async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await enter(page.context(), product);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Add a phone" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Phone number").fill("+43 660 7654321");
  await dialog.getByRole("button", { name: "Send a code" }).click();
  await dialog.getByLabel("Six-digit code").fill(await texted("+436607654321"));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByLabel("I have saved them").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Second factors" })).toContainText("Text messages to +43 ••• 21");
  await page.context().close();
});
