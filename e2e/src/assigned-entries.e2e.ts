import { expect } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { chooseDark, enter, someone } from "./person.ts";

/** An entry is given to an agent by key, comes back with a word, and is seen where it stands. */
test("an entry is given to an agent by a key, and comes back with the reason and its run", async ({
  page,
  product,
}, info) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/queue");
  const entry = page.getByRole("row").filter({ hasText: "Capture your first card" });
  await expect(entry).toBeVisible();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: /^Assign/ });
  await expect(dialog).toContainText("You have no agents yet");
  await page.keyboard.press("Escape");

  const headers = { authorization: `Bearer ${await accessToken(page)}`, "idempotency-key": crypto.randomUUID() };
  const data = {
    ...{ name: "Clerk", icon: "bot", instructions: "", modelId: null, fallbackModelId: null, temperature: null },
    ...{ maxOutputTokens: 500, dayLimitMicros: null, monthLimitMicros: null, tools: { decide_entry: "allow" } },
  };
  expect((await page.request.post("/api/agents/agents", { headers, data })).status()).toBe(201);
  await page.reload();
  await entry.focus();
  await page.keyboard.press("a");
  await expect(dialog.getByRole("button", { name: /^Clerk/ })).toContainText("Decides");
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath("dialog.png") });
  await page.keyboard.press("1");
  await expect(dialog).toHaveCount(0);
  // Only the offline model is there: it says what is missing, and the person has the entry again.
  const detail = page.getByRole("region", { name: "Capture your first card" });
  await expect(detail).toContainText("Clerk did not decide: The offline model weighs no decisions.");
  await expect(entry).toContainText("Back from Clerk");
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath("light.png") });
  // The key that undoes takes the assignment back, and with it what the agent said.
  await entry.focus();
  await page.keyboard.press("z");
  await expect(page.getByText("Undone: Given to Clerk: Capture your first card")).toBeVisible();
  await expect(entry).not.toContainText("Back from Clerk");
  await expect(detail).not.toContainText("Clerk did not decide");
  await entry.focus();
  await page.keyboard.press("a");
  await page.keyboard.press("1");
  await expect(dialog).toHaveCount(0);
  await expect(entry).toContainText("Back from Clerk");
  await chooseDark(page);
  await page.goto("/queue");
  await expect(entry).toContainText("Back from Clerk");
  await page.screenshot({ path: info.outputPath("dark.png") });
  await page.setViewportSize({ width: 390, height: 844 });
  await entry.click();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath("phone.png") });
  await detail.getByRole("link", { name: "See its run" }).click();
  await expect(page).toHaveURL(/\/agents\/.+\/runs\//);

  await page.goto("/queue?to=me");
  await expect(page.getByText("Shows assigned to me")).toBeVisible();
  await expect(entry).toBeVisible();
});

test("a task is given to an agent by keyboard, whose run opens from it, and then to a person", async ({
  page,
  product,
}, info) => {
  await enter(page.context(), product, someone("tessera.example"));
  const authorization = `Bearer ${await accessToken(page)}`;
  const post = async (path: string, data: object) => {
    const headers = { authorization, "idempotency-key": crypto.randomUUID() };
    const answer = await page.request.post(path, { headers, data });
    expect(answer.status()).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  };
  await post("/api/agents/agents", {
    ...{ name: "Clerk", icon: "bot", instructions: "", modelId: null, fallbackModelId: null, temperature: null },
    ...{ maxOutputTokens: 500, dayLimitMicros: null, monthLimitMicros: null, tools: {} },
  });
  await post("/api/items", { type: "person", title: "Ada Lovelace" });
  const task = await post("/api/items", { type: "task", title: "Order the tiles" });

  await page.goto(`/items/task/${task}`);
  const field = page.getByRole("button", { name: /^Assignee: / });
  await expect(field).toHaveAccessibleName("Assignee: Nobody");
  await field.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Assign “Order the tiles” to" });
  await expect(dialog.getByRole("button", { name: /^Me/ })).toBeFocused();
  await expectAccessible(page, "who can do a task");
  await page.screenshot({ path: info.outputPath("assign.png") });
  await dialog.getByRole("button", { name: /^Clerk/ }).press("Enter");
  await expect(field).toHaveAccessibleName("Assignee: Clerk");
  await expect(field).toBeFocused();
  await expect(page.getByRole("row", { name: /Order the tiles/ })).toContainText("Clerk");
  const run = page.getByRole("link", { name: "Open the run" });
  await expect(run).toBeVisible();
  await expectAccessible(page, "a task that an agent does");
  await page.screenshot({ path: info.outputPath("task-light.png") });
  await chooseDark(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/items/task/${task}`);
  await expect(field).toHaveAccessibleName("Assignee: Clerk");
  await page.screenshot({ path: info.outputPath("task-dark.png") });
  await field.click();
  await expect(dialog.getByRole("button", { name: /^Ada Lovelace/ })).toBeVisible();
  await expectAccessible(page, "who can do a task, on a phone");
  await page.screenshot({ path: info.outputPath("assign-phone.png") });
  await dialog.getByRole("button", { name: /^Ada Lovelace/ }).click();
  await expect(field).toHaveAccessibleName("Assignee: Ada Lovelace");
  await expect(run).toHaveCount(0);
  await page.reload();
  await expect(field).toHaveAccessibleName("Assignee: Ada Lovelace");
});
