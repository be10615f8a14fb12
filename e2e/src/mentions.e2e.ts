import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { chooseDark, enter, signIn, someone, subscribe, untilActive } from "./person.ts";

test.use({ serviceWorkers: "allow" });

/** Cards that name each other, and things that other apps share. */
async function capture(page: Page, text: string) {
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  await page.getByLabel("What to capture").fill(text);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Capture" })).toHaveCount(0);
}

/** Opens a card of the list that is shown and waits for its title. */
async function openCard(page: Page, title: string) {
  await page.getByRole("row").filter({ hasText: title }).first().click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);
}

test("a person who is mentioned in a note is found from both sides [route.mention]", async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.url });
  const email = await enter(page.context(), product, someone());
  await subscribe(page);
  await untilActive(page);
  await page.goto("/items/inbox");
  await capture(page, "Ada Lovelace ada@example.org");
  await capture(page, `Ines ${email}`);
  await capture(page, "# Monday\nThe day began with rain.");
  await capture(page, "# Tuesday\nTea with Ada Lovelace, again.");
  await openCard(page, "Monday");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const text = page.getByRole("textbox", { name: "Text" });
  await text.press("End");
  await text.pressSequentially(" Met @Ada");
  await expect(page.getByRole("option", { name: /^Ada Lovelace/ })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await text.press("Enter");
  await text.pressSequentially("and @Ines");
  await page.getByRole("option", { name: /^Ines/ }).click();
  await expect(text).toHaveText(/rain\. Met Ada Lovelace and Ines\s*$/);
  await text.press("Escape");
  await page.getByRole("link", { name: "Ada Lovelace", exact: true }).last().click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Ada Lovelace");

  const mentioned = page.getByRole("region", { name: "Mentioned in" });
  await expect(mentioned.getByRole("link", { name: "Monday" })).toBeVisible();
  await expect(mentioned).toContainText("Met Ada Lovelace and Ines");
  await page.getByRole("button", { name: "Link “Ada Lovelace” in Tuesday" }).click();
  await expect(mentioned.getByRole("link", { name: "Tuesday" })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("button", { name: "Link “Ada Lovelace” in Tuesday" })).toBeVisible();

  await page.getByRole("textbox", { name: "Title" }).fill("Countess Lovelace");
  await expect(mentioned).toContainText("Met Countess Lovelace and Ines");
  await page.goto("/mention");
  await expect(page).toHaveTitle(/Mentions/);
  await expect(page.getByRole("row").filter({ hasText: "Countess Lovelace" })).toBeVisible();
  await page.getByRole("tab", { name: "Me", exact: true }).click();
  await expect(page).toHaveURL(/of=me/);
  const mine = page.getByRole("row").filter({ hasText: "Monday" });
  await expect(mine).toHaveCount(1);
  await chooseDark(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/mention?of=me");
  await expect(mine).toBeVisible();
  await expectAccessible(page);
  await mine.getByRole("link", { name: "Monday" }).click();
  await expect(page.getByRole("link", { name: "Countess Lovelace", exact: true }).last()).toBeVisible();
  await page.context().close();
});

/** What the browser does when a person chooses Tessera in another app's share sheet. */
const shareTo = (page: Page, fields: Record<string, string>) =>
  page.evaluate((all) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/share", enctype: "multipart/form-data" });
    for (const [name, value] of Object.entries(all)) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }, fields);

test("what another app shares is a card of the type that accepts it [items.share]", async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.url });
  const email = await enter(page.context(), product, someone());
  await subscribe(page);
  await untilActive(page);
  await page.goto("/items/inbox");
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  expect(manifest.share_target).toMatchObject({ action: "/share", method: "POST", enctype: "multipart/form-data" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // Chromium's share sheet puts the address into the text.
  await shareTo(page, { title: "Row locks", text: "https://queuecraft.dev/locks", url: "" });
  await expect(page).toHaveURL(/\/items\/inbox\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Row locks");
  await expect(page.getByText("Bookmark captured")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone: Bookmark captured").first()).toBeVisible();

  // Kept on the device over a sign-in.
  await page.context().clearCookies();
  await shareTo(page, { title: "", text: "[] call Ada", url: "" });
  await page.waitForURL(/\/login/);
  await signIn(page, email);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("call Ada");
  await expect(page.getByText("Task captured")).toBeVisible();
  expect(await page.evaluate(async () => (await (await caches.open("shares")).keys()).length)).toBe(0);
  await page.goto("/share?id=unknown");
  await expect(page.getByText(/Nothing to save/)).toBeVisible();
  await page.context().close();
});
