import { expect, type Page } from "@playwright/test";

/** Adds a provider under Settings, Models, and waits until its list of models was read. */
export async function addProvider(page: Page, url: string, name = "Workshop"): Promise<void> {
  await page.goto("/settings/models");
  await page.getByRole("button", { name: "Add provider", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Base URL").fill(url);
  await dialog.getByRole("button", { name: "Add provider", exact: true }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("list", { name: "Providers" }).getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText(/[1-9]\d* models?/);
}
