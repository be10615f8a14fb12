import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { test } from "./journey.ts";
import { enter, someone } from "./person.ts";
import type { Product } from "./product.ts";

/** Sections of lists and boards: cards are moved between them with a mouse, and by key where no mouse is. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

const CARDS = [
  { title: "Order the tiles", data: { priority: "high" }, tags: ["home"] },
  { title: "Ask for the offer", data: { priority: "low" }, tags: ["home", "tax"] },
  { title: "Send the invoice", status: "later", tags: ["tax"] },
  { title: "Pay the plumber", status: "done", tags: [] },
];

async function withTasks(page: Page, request: APIRequestContext) {
  await enter(page.context(), product, someone("tessera.example"));
  const authorization = `Bearer ${await accessToken(page)}`;
  for (const data of CARDS) {
    const headers = { authorization, "idempotency-key": crypto.randomUUID() };
    const answer = await request.post(`${product.url}/api/items`, { headers, data: { type: "task", ...data } });
    expect(answer.ok()).toBe(true);
  }
}

const rowOf = (within: Page | Locator, title: string) => within.locator("[data-row]").filter({ hasText: title });
const column = (page: Page, name: string) =>
  page.locator("section[data-section]").filter({ has: page.getByRole("heading", { level: 2, name }) });
const titles = async (list: Locator) =>
  (await list.locator("[data-row] a").allInnerTexts()).map((title) => title.replace(/\s*unread$/, ""));

/** As a hand does it: down, some way, over the place, up. */
async function drag(page: Page, from: Locator, to: Locator, at = 0.5) {
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 20, start.y + start.height / 2 + 10, { steps: 3 });
  await expect(page.locator("[data-dragged]")).toBeVisible();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height * at, { steps: 8 });
  await page.mouse.up();
  await expect(page.locator("[data-dragged]")).toHaveCount(0);
}

test("a board's cards are dragged to another column, which the other page shows, too", async ({ page, request }) => {
  await withTasks(page, request);
  await page.goto(`${product.url}/items/task?layout=board`);
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`${product.url}/items/task?group=status`);
  await expect(elsewhere.getByRole("button", { name: /^Later 1$/ })).toBeVisible();
  await drag(page, rowOf(page, "Order the tiles"), column(page, "Later"));
  await expect(rowOf(column(page, "Later"), "Order the tiles")).toBeVisible();
  await expect(elsewhere.getByRole("button", { name: /^Later 2$/ })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/items/task");
  await page.keyboard.press("z");
  await expect(rowOf(column(page, "Inbox"), "Order the tiles")).toBeVisible();
  await expect(elsewhere.getByRole("button", { name: /^Later 1$/ })).toBeVisible();
});

test("cards go to a list of the rail, and Escape leaves them where they are", async ({ page, request }) => {
  await withTasks(page, request);
  await page.goto(`${product.url}/items/task?group=status`);
  await page.getByRole("button", { name: "Widen the navigation" }).click();
  const later = page.getByRole("link", { name: "Items: Later" });
  await rowOf(page, "Ask for the offer").hover();
  await page.mouse.down();
  const place = (await later.boundingBox())!;
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2, { steps: 6 });
  await expect(page.locator("[data-dragged]")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(page.getByRole("button", { name: /^Later 1$/ })).toBeVisible();
  await drag(page, rowOf(page, "Ask for the offer"), later);
  await expect(page.getByRole("button", { name: /^Later 2$/ })).toBeVisible();
});

test("the order by hand stays, whether a mouse or a key made it", async ({ page, request }) => {
  await withTasks(page, request);
  await page.goto(`${product.url}/items/task?sort=manual`);
  const grid = page.getByRole("grid");
  await expect(rowOf(page, "Pay the plumber")).toBeVisible();
  const [first, second, third, fourth] = [
    "Pay the plumber",
    "Send the invoice",
    "Ask for the offer",
    "Order the tiles",
  ];
  await expect.poll(() => titles(grid)).toEqual([first, second, third, fourth]);
  await drag(page, rowOf(page, fourth!), rowOf(page, first!), 0.2);
  await expect.poll(() => titles(grid)).toEqual([fourth, first, second, third]);
  await page.keyboard.press("j");
  await expect(rowOf(page, fourth!)).toBeFocused();
  const placed = page.waitForResponse((answer) => answer.url().endsWith("/api/items/places"));
  await page.keyboard.press("Alt+ArrowDown");
  expect((await placed).ok()).toBe(true);
  await expect.poll(() => titles(grid)).toEqual([first, fourth, second, third]);
  await page.reload();
  await expect.poll(() => titles(grid)).toEqual([first, fourth, second, third]);
});

test("by key alone, a card goes to another section", async ({ page, request }) => {
  await withTasks(page, request);
  await page.goto(`${product.url}/items/task?group=priority&sort=manual`);
  await expect(rowOf(page, "Order the tiles")).toBeVisible();
  await page.keyboard.press("j");
  await expect(rowOf(page, "Order the tiles")).toBeFocused();
  await page.keyboard.press("Shift+M");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Medium priority/ })
    .press("Enter");
  await expect(page.getByRole("button", { name: /^Medium priority 1$/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^High priority 0$/ })).toBeVisible();
});

test("a saved search is a board by tag, and on a phone its columns lie beside each other", async ({
  page,
  request,
}) => {
  await withTasks(page, request);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/search?q=type%3Atask&layout=board&group=tag`);
  await expect(column(page, "home")).toBeVisible();
  await expect.poll(() => titles(column(page, "home"))).toEqual(["Ask for the offer", "Order the tiles"]);
  await column(page, "No tag").scrollIntoViewIfNeeded();
  await expect(rowOf(column(page, "No tag"), "Pay the plumber")).toBeInViewport();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
