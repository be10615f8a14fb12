import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter, someone } from "./person.ts";

/** What a person used: from the figure to the card behind it, a limit of their own, and a month by its address. */
test("usage is read, opened to the card behind it, limited with the keyboard, and saved", async ({
  context,
  page,
  product,
}) => {
  await enter(context, product, someone());
  await page.goto("/billing");
  await page.getByRole("button", { name: "Start the trial" }).click();
  await page.waitForURL(/\/items\/inbox/);
  await page.goto("/usage");
  await expect(page.getByText(/^Nothing was used in /)).toBeVisible();
  await expect(page.getByRole("button", { name: "CSV" })).toBeDisabled();
  await page.goto("/items/inbox");
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  await page.getByLabel("What to capture").fill("Oak fronts suit the kitchen");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("link", { name: /Oak fronts/ }).first()).toBeVisible();

  await page.goto("/usage");
  const figures = page.getByLabel("Used this month");
  await expect(figures.getByText("1 of 100,000")).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect(await readFile(await (await saved).path(), "utf8")).toMatch(/cards/i);
  const table = page.getByRole("table", { name: "Cards by day" });
  await table.getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  await expect(table.getByRole("link", { name: /Oak fronts/ })).toHaveAttribute(
    "href",
    /^\/items\/\w+\/[0-9a-f-]{36}$/,
  );

  await page.getByRole("button", { name: "Change limits" }).focus();
  await page.keyboard.press("Enter");
  const limits = page.getByRole("dialog", { name: "Change limits" });
  const tokens = limits.getByRole("group", { name: /^Agent tokens/ });
  await tokens.getByLabel("Stop at").focus();
  await page.keyboard.type("many");
  await expect(tokens.getByText("Enter a whole number, or leave it empty.")).toBeVisible();
  await expectAccessible(page, "the limits");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1000");
  await page.keyboard.press("Enter");
  await expect(limits).toBeHidden();
  await expect(figures.getByText(/^Your own limit; the plan includes /)).toBeVisible();

  await page.goto("/usage/2020/1");
  await expect(page.getByRole("heading", { name: "January 2020", exact: true })).toBeVisible();
  await expect(page.getByText("Nothing was used in January 2020")).toBeVisible();
  await expect(page.getByRole("button", { name: "Month before" })).toBeDisabled();
});
