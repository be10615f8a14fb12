import { expect } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter } from "./person.ts";

test("the handbook is read without scripts, page after page", async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/handbook");
  const nav = page.getByRole("navigation", { name: "Handbook" });
  expect(await nav.getByRole("link").count()).toBeGreaterThan(10);
  await page.getByRole("article").getByRole("link", { name: "Keyboard", exact: true }).click();
  await expect(page).toHaveTitle("Keyboard · Handbook");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Keyboard");
  await expect(nav.getByRole("link", { name: "Keyboard", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("table").first()).toBeVisible();
  await expect
    .poll(() => page.locator("html").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBe(0);
  await page.locator(".turn").getByRole("link").last().click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Keyboard");
  await context.close();
});

test("a question is answered from the palette, at the section of the handbook", async ({ page, context, product }) => {
  await enter(context, product);
  await page.goto("/queue");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill("snooze");
  const found = page.getByRole("option", { name: "Snooze a card Cards" });
  await found.click();
  await expect(page).toHaveURL(/\/handbook\/[a-z-]+#.*snooze/);
  const section = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`);
  await expect(section).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open your queue" }).click();
  await expect(page).toHaveURL(/\/queue/);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Handbook" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Handbook" })).toBeVisible();
});

test("a section of the settings is found from the palette, and opened", async ({ page, context, product }) => {
  await enter(context, product);
  await page.goto("/queue");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill("save by email");
  await page.getByRole("option", { name: "Save by email An address that makes cards of mails" }).click();
  await expect(page).toHaveURL(/\/settings\/save-by-email$/);
});
