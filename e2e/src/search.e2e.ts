import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter, someone } from "./person.ts";
import type { Product } from "./product.ts";

/** `/search` as a person uses it: by key on a desk, by finger on a phone. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

const CARDS = [
  { title: "Harbour lights", body: "The old lighthouse at the pier", tags: ["travel"] },
  { title: "Night ferry", body: "It leaves the harbour at ten", tags: ["travel", "tickets"] },
  { title: "Paint for the boat", body: "Two tins of red", tags: ["home"] },
];

async function withCards(page: Page, request: APIRequestContext): Promise<void> {
  await enter(page.context(), product, someone("tessera.example"));
  const authorization = `Bearer ${await accessToken(page)}`;
  for (const card of CARDS) {
    const answer = await request.post(`${product.url}/api/items`, {
      headers: { authorization, "idempotency-key": crypto.randomUUID() },
      data: { type: "note", ...card },
    });
    expect(answer.ok()).toBe(true);
  }
}

const field = (page: Page) => page.getByRole("combobox", { name: "Search all cards" });
const row = (page: Page, title: string) => page.locator("[data-row]").filter({ hasText: title });

test("a person finds, narrows, opens and files cards by key [route.search]", async ({ page, request }) => {
  await withCards(page, request);
  await page.goto("/search");
  await expect(page).toHaveTitle(/^Search/);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("harbour");
  await expect(page.locator("[data-row]")).toHaveCount(2);
  await expect(row(page, "Harbour lights").locator("mark").first()).toHaveText("Harbour");
  await expect(row(page, "Night ferry")).toContainText("leaves the harbour");

  await page.keyboard.type(" tag:tick");
  await expect(page.getByRole("option", { name: /tag:tickets/ })).toBeVisible();
  // Those of what was typed before have gone.
  await expect(page.getByRole("option", { name: /tag:travel/ })).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await expect(page).toHaveURL(/q=harbour\+tag%3Atickets/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\/[0-9a-f-]{36}\?q=/);
  await expect(page.locator("[data-card]")).toContainText("It leaves the harbour at ten");
  await page.keyboard.press("e");
  await expect(page.getByText(/archived/i).first()).toBeVisible();
  await page.keyboard.press("z");

  await page.goto("/search?q=lihgthouse");
  await expect(page.getByText("No cards match “lihgthouse”. Showing results for “lighthouse”.")).toBeVisible();
  await expect(row(page, "Harbour lights")).toBeVisible();

  await field(page).fill("harbour (ferry");
  await expect(page.getByText("This parenthesis is not closed.")).toBeVisible();
});

test("a search is saved, is among the lists, and narrows by finger on a phone", async ({ page, request }) => {
  await withCards(page, request);
  await page.goto("/search?q=harbour");
  await page.getByRole("button", { name: "Save this search", exact: true }).click();
  await page.getByLabel("Name").fill("Harbours");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Harbours", level: 1 })).toBeVisible();
  await page.goto("/items/all");
  await page.getByTitle("Show another list").click();
  await page.getByRole("menuitem", { name: "Harbours" }).click();
  await expect(page).toHaveURL(/\/search\?q=harbour$/);
  await expect(page.locator("[data-row]")).toHaveCount(2);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: /tickets/ }).click();
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await expectAccessible(page);
});

test("a card is found by what it means, in other words, and says so [items.embeddings]", async ({ page, request }) => {
  await withCards(page, request);
  const meant = row(page, "Night ferry");
  await expect(async () => {
    // The model works out what cards mean a moment after they were captured.
    await page.goto("/search?q=boat+leaving+port+in+the+evening");
    await expect(page.locator("[data-row]")).toHaveCount(CARDS.length, { timeout: 5_000 });
  }).toPass();
  // The facets were counted before the last card had its meaning, perhaps.
  await page.reload();
  await expect(meant).toContainText("Similar meaning");
  await expect(page.getByText(/Searched words only/)).toBeHidden();
  const shown = await page.locator("[data-row]").count();
  await page.getByRole("button", { name: "Type", exact: true }).click();
  await expect(page.getByRole("menuitemcheckbox", { name: /Notes/ })).toContainText(`${shown}`);
  await page.keyboard.press("Escape");
  await expectAccessible(page);

  await page.goto('/search?q="boat+leaving"+port');
  await expect(page.getByText("No card matches")).toBeVisible();
});
