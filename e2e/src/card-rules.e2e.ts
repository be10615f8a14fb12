import { expect } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { chooseDark, enter, someone, subscribe, untilActive } from "./person.ts";

test("a rule is made by keyboard, tried, and sorts what comes in", async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.url });
  await enter(page.context(), product, someone());
  await subscribe(page);
  await untilActive(page);
  const keys = page.keyboard;
  const capture = async (text: string) => {
    await page.goto("/items/inbox");
    await page.getByRole("button", { name: "Capture", exact: true }).first().click();
    await page.getByLabel("What to capture").fill(text);
    await keys.press("Control+Enter");
    await expect(page.getByRole("dialog", { name: "Capture" })).toHaveCount(0);
  };
  await capture("https://example.test/before");

  await page.goto("/items/rules");
  await expect(page.getByText("There are no rules yet.")).toBeVisible();
  await page.getByRole("button", { name: "Add rule" }).focus();
  await keys.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add a rule" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await keys.type("Reading");
  for (let tab = 0; tab < 5; tab++) await keys.press("Tab");
  await expect(dialog.getByRole("textbox", { name: "Site" })).toBeFocused();
  await keys.type("example.test");
  const tags = dialog.getByRole("combobox", { name: "Tags" });
  for (let tab = 0; tab < 4; tab++) await keys.press("Tab");
  await expect(tags).toBeFocused();
  await keys.type("reading,");
  await keys.press("Tab");
  await expect(dialog.getByRole("button", { name: "Add an action" })).toBeFocused();
  await keys.press("Enter");
  await dialog.getByRole("combobox", { name: "Action" }).last().focus();
  await keys.type("Arch");
  await expect(dialog.getByRole("combobox", { name: "Action" }).last()).toHaveValue("archive");
  await dialog.getByRole("button", { name: "Show what it would change" }).focus();
  await keys.press("Enter");
  await expect(dialog.getByText("changes 1, contradicts 0")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add rule" }).focus();
  await keys.press("Enter");
  await expect(page.getByRole("list", { name: "Rules" })).toContainText(
    "Site is “example.test”: tag it “reading”, archive it",
  );
  await expectAccessible(page);
  await chooseDark(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/items/rules");
  await page.getByRole("button", { name: "Change Reading" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Change the rule" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto("/items/rules");
  await page.getByRole("button", { name: "Add rule" }).click();
  const second = page.getByRole("dialog", { name: "Add a rule" });
  await second.getByRole("textbox", { name: "Name" }).fill("Calls");
  await second.getByRole("combobox", { name: "Field" }).selectOption({ label: "Text" });
  await second.getByRole("combobox", { name: "Comparison" }).selectOption({ label: "matches the pattern" });
  const pattern = second.getByRole("textbox", { name: "Text" });
  await pattern.fill("^call (ada|bob");
  await expect(second.getByText("A “(” of the pattern is not closed.")).toBeVisible();
  await pattern.fill("^call (ada|bob)\\b");
  await second.getByRole("combobox", { name: "Action" }).selectOption({ label: "Make it another type" });
  await second.getByRole("combobox", { name: "Type it becomes" }).selectOption({ label: "Task" });
  await second.getByRole("button", { name: "Add an action" }).click();
  await second.getByRole("combobox", { name: "Action" }).last().selectOption({ label: "Snooze it" });
  await expect(second.getByRole("combobox", { name: "Weekday" })).toHaveValue("monday");
  await second.getByLabel("Time", { exact: true }).fill("08:30");
  await expectAccessible(page);
  await second.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByRole("list", { name: "Rules" })).toContainText(
    "Text matches the pattern “^call (ada|bob)\\b”: make it a task, snooze it until the next Monday, 08:30",
  );
  await capture("Call Ada about the quay");
  await page.goto("/items/snoozed");
  const call = page.getByRole("row").filter({ hasText: "Call Ada about the quay" });
  await expect(call).toBeVisible();
  await call.getByText("Call Ada about the quay").click();
  const log = page.getByRole("list", { name: "Set by rules" });
  await log.getByRole("button", { name: "Revert Capture to Task" }).click();
  await expect(log.getByRole("listitem").filter({ hasText: "Capture to Task" })).toContainText("changed since");
  await log.getByRole("button", { name: /^Revert snoozed until/ }).click();
  await expect(log.getByRole("listitem").filter({ hasText: "Snoozed until" })).toContainText("changed since");
  await page.goto("/items/inbox");
  await expect(page.getByRole("row").filter({ hasText: "Call Ada about the quay" })).toBeVisible();

  await capture("https://example.test/after");
  await page.goto("/items/all?tag=reading&status=archived");
  await expect(page.getByRole("row").filter({ hasText: "example.test/after" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "example.test/before" })).toHaveCount(0);
});
