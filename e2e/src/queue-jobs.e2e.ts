import { expect, type Page } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { chooseDark, enter, someone } from "./person.ts";

/** Failures alike, changes of many jobs, filters that are kept, and all that is known of a job. */
test.describe.configure({ mode: "serial" });

/** Pages that the product refuses to fetch, as their addresses are of a private network: each fails alike. */
const PAGES = 12;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  page = await browser.newPage({ baseURL: product.url });
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/queue?view=jobs");
  const headers = { authorization: `Bearer ${await accessToken(page)}` };
  for (let at = 1; at <= PAGES; at += 1) {
    const each = { ...headers, "idempotency-key": crypto.randomUUID() };
    const data = { type: "bookmark", data: { url: `http://10.0.0.${at}/shelf` } };
    const answer = await page.request.post("/api/items", { headers: each, data });
    expect(answer.status()).toBe(201);
  }
});
test.afterAll(() => page.close());

const group = () => page.getByRole("row").filter({ hasText: `${PAGES} like this` });

test("failures alike are one row with their number; Enter shows them one by one", async () => {
  await page.goto("/queue?view=jobs&state=failed");
  await expect(group()).toHaveCount(1);
  await expect(page.getByText(`${PAGES} jobs failed this way.`)).toBeVisible();
  await expectAccessible(page);
  await group().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/like=/);
  await expect(page.locator("[data-row]")).toHaveCount(PAGES);
  await page.goBack();
  await expect(group()).toHaveCount(1);
});

test("all of them are retried by one key, and the change of many is a job that says how far it is", async () => {
  await group().focus();
  await page.keyboard.press("r");
  await expect(page.getByText(`Retrying ${PAGES} jobs.`)).toBeVisible();
  // They fail again, alike: the number stands again, and the change is through.
  await page.goto("/queue?view=jobs&kind=queue.change-jobs");
  const change = page.getByRole("row").filter({ hasText: "Retry jobs with the same error" });
  await expect(change).toContainText(`${PAGES} of ${PAGES} jobs`);
  await expect(page.getByLabel("Output")).toContainText(`"changed": ${PAGES}`);
  await page.goto("/queue?view=jobs&state=failed");
  await expect(group()).toHaveCount(1);
});

test("a job tells its attempts in order, and what it was given", async () => {
  await page.goto("/queue?view=jobs&state=failed");
  const lines = page.getByRole("list", { name: "What happened" }).getByRole("listitem");
  await expect(lines.filter({ hasText: /Attempt \d+ began/ })).toHaveCount(2);
  await expect(lines.filter({ hasText: /Failed after/ })).toHaveCount(2);
  await expect(page.getByLabel("Input")).toContainText('"step"');
  await expect(page.getByText("Jobs of this kind take no other input.")).toBeVisible();
});

test("a change of many runs again with other input, checked by its schema", async () => {
  await page.goto("/queue?view=jobs&kind=queue.change-jobs");
  await page.getByRole("button", { name: "Run again with other input" }).click();
  const dialog = page.getByRole("dialog");
  const input = dialog.getByRole("textbox", { name: "Input, as JSON" });
  await input.fill('{"action": "shred", "filter": {}}');
  await dialog.getByRole("button", { name: "Run again" }).click();
  await expect(dialog).toContainText("/input/action");
  await input.fill('{"action": "retry", "filter": {"state": "failed"}}');
  await dialog.getByRole("button", { name: "Run again" }).click();
  await expect(page.getByRole("heading", { name: "Retry failed jobs" })).toBeVisible();
  await expect(page.getByText("Repeats with other input")).toBeVisible();
});

test("a filter is kept by a name and chosen again", async () => {
  await page.goto("/queue?view=jobs&state=failed&hours=24");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name: /Save this filter/ }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Broken today");
  await page.getByRole("dialog").getByRole("button", { name: "Save filter" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("/queue?view=jobs");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name: "Broken today" }).click();
  await expect(page).toHaveURL(/state=failed&hours=24/);
  await expect(group()).toHaveCount(1);
});

test("all failed jobs of a day are deleted after the window was shown", async () => {
  await page.goto("/queue?view=jobs&state=failed&hours=24");
  await expect(group()).toHaveCount(1);
  await page.getByRole("button", { name: /^Delete all \d+$/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(/Queued/);
  await dialog.getByRole("button", { name: /^Delete \d+ jobs?$/ }).click();
  await expect(page.getByText("No job fits the filter.")).toBeVisible();
});

test("on a phone, in the dark, a group is opened and left", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await chooseDark(page);
  await page.goto("/queue?view=jobs&kind=queue.change-jobs");
  await page.locator("[data-row]").first().click();
  await expect(page.getByRole("heading", { level: 1, name: /jobs/ })).toBeVisible();
  await expectAccessible(page);
});
