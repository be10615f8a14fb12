import { expect } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, someone } from "@tessera/e2e/person.ts";

test("an agent is set up as it was before, from its versions, and the undo takes that back", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/agents");
  await page.getByRole("button", { name: /^Plain editor/ }).click();
  const instructions = page.getByLabel("Instructions", { exact: true });
  const first = await instructions.inputValue();
  const save = async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  };
  await instructions.fill(`${first} Never use a dash.`);
  await page.getByLabel("Create a card", { exact: true }).selectOption("Ask me");
  await save();

  await page.getByRole("button", { name: "Versions…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Versions" });
  const versions = dialog.getByRole("list", { name: "Versions" });
  await expect(versions.getByRole("button")).toHaveCount(2);
  await expect(versions.getByRole("button").first()).toContainText("Instructions, Tools");
  await expect(dialog.getByRole("table")).toContainText("Create a card");
  await expect(dialog.getByRole("region", { name: "Instructions of version 1" })).toContainText("Never use a dash.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Restore this version" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(instructions).toHaveValue(first);
  await expect(page.getByLabel("Create a card", { exact: true })).toHaveValue("deny");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(instructions).toHaveValue(`${first} Never use a dash.`);
  await page.getByRole("button", { name: "Versions…" }).click();
  await expect(versions.getByRole("button").first()).toContainText("Version 2 restored");
  await expect(versions.getByRole("button")).toHaveCount(4);
});
