import { expect } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { test } from "./journey.ts";
import { enter } from "./person.ts";

const LINE = "export const answer = (question: string): number => question.length * 42; // why\n";
/** Nearly the longest text that a card may have. */
const LINES = Math.floor(490_000 / LINE.length);

test("the longest code is highlighted beside the page, and drawn in colours where it is seen", async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  await enter(context, product, "code@tessera.example");
  const page = await context.newPage();
  await page.goto("/queue");
  const made = await context.request.post("/api/items", {
    headers: { authorization: `Bearer ${await accessToken(page)}`, "idempotency-key": crypto.randomUUID() },
    data: { type: "snippet", title: "Answers", body: LINE.repeat(LINES), data: { language: "typescript" } },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/items/snippet/${id}`);
  const code = page.getByRole("figure", { name: "Code: TypeScript" }).locator("code");
  const coloured = code.locator("span[style*=color]");
  await expect(coloured.first()).toBeVisible();
  expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toContainEqual(
    expect.stringMatching(/^\/assets\/shell\/code\./),
  );
  // Ten or so of each line: of all lines these would be 60,000.
  expect(await coloured.count()).toBeLessThan(10_000);
  expect((await code.textContent())?.length).toBe(LINE.length * LINES);
  const last = code.locator("> span").last();
  expect(await last.locator("span[style*=color]").count()).toBe(0);
  await last.scrollIntoViewIfNeeded();
  await last.evaluate((element) => element.scrollIntoView({ block: "end" }));
  await expect(last.locator("span[style*=color]").first()).toBeAttached();
  await context.close();
});
