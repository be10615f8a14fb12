import { expect } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { chooseDark, enter, someone } from "./person.ts";

/** Work that is a line of a person's jobs though it is many jobs, or has data that is for nobody to read. */

test("a mail to a person is among their jobs, says no word of it, and is taken off the list by a key", async ({
  page,
  product,
}) => {
  const email = await enter(page.context(), product, someone("tessera.example"));
  expect((await page.request.post("/auth/v1/recover", { data: { email } })).ok()).toBe(true);
  await page.goto("/queue?view=jobs");
  const mail = page.getByRole("row").filter({ hasText: "Mail to choose a new password" });
  await expect(mail).toContainText("Done");
  await mail.click();
  const detail = page.getByRole("region", { name: "Mail to choose a new password" });
  await expect(detail).toContainText("Handed over for delivery");
  await expect(detail).not.toContainText(email);
  await expect(detail.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await expectAccessible(page);
  await mail.focus();
  await page.keyboard.press("#");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Delete/ }).click();
  await expect(mail).toHaveCount(0);
});

test("a run of an agent that asks is one waiting line; cancelling it by a key stops the run", async ({
  page,
  product,
}, info) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/queue?view=jobs");
  const authorization = `Bearer ${await accessToken(page)}`;
  const post = async (path: string, data: object) => {
    const headers = { authorization, "idempotency-key": crypto.randomUUID() };
    const answer = await page.request.post(`/api/agents${path}`, { headers, data });
    expect(answer.status()).toBe(201);
    return (await answer.json()) as { id: string };
  };
  const agent = await post("/agents", {
    ...{ name: "Clerk", icon: "bot", instructions: "", modelId: null, fallbackModelId: null, temperature: null },
    ...{ maxOutputTokens: 500, dayLimitMicros: null, monthLimitMicros: null, tools: { create_task: "ask" } },
  });
  const id = crypto.randomUUID();
  await post(`/agents/${agent.id}/runs`, { id, task: "create a task: pay the rent by 1 December" });
  const line = page.getByRole("row").filter({ hasText: "Clerk: create a task" });
  await line.click();
  const detail = page.getByRole("region", { name: /^Clerk: create a task/ });
  await expect(detail.getByRole("list", { name: "What happened" })).toContainText("Waits for your answer");
  await expect(line).toContainText("Waiting");
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath("line.png") });
  await line.focus();
  await page.keyboard.press("Shift+C");
  await expect(line).toContainText("Cancelled");
  await expect(detail.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await chooseDark(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/queue?view=jobs&job=${id}`);
  await detail.getByRole("button", { name: "Open its page" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${id}`));
  await expect(page.getByText("Stopped").first()).toBeVisible();
  await page.screenshot({ path: info.outputPath("run.png") });
});
