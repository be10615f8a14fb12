import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { enter, enterAgain, someone } from "./person.ts";
import type { Product } from "./product.ts";

/** Two devices of one person: what is done on one shows in the lists of the other, without anybody asking again. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

/** Bound of a change's way from one device to the other, ms: far above what is measured, far below any poll. */
const MAX_DELAY_MS = 5_000;

/** Changes that the capture of a note makes to its row: it is stored, its processing begins and ends. */
const CHANGES_OF_A_CAPTURE = 3;

/** Waits in the page until a row has a text. @returns when, in ms since 1970 */
const seen = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (![...document.querySelectorAll("[role=row]")].some((row) => row.textContent?.includes(wanted))) return;
          observer.disconnect();
          resolve(Date.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    text,
  );

/** Requests that a page makes for a path from now on. */
function requestsOf(page: Page, path: string): string[] {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) urls.push(request.url());
  });
  return urls;
}

test("a card captured on one device is in the other's list and queue within a second", async ({ browser }) => {
  const phone = await (
    await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } })
  ).newPage();
  const email = await enter(phone.context(), product, someone("tessera.example"));
  await phone.goto("/items/inbox");
  const context = await browser.newContext({ baseURL: product.url });
  const [list, entries] = [await context.newPage(), await context.newPage()];
  await enterAgain(list.context(), product, email);
  await list.goto("/items/inbox");
  await entries.goto("/queue");
  await expect(entries.getByRole("row").filter({ hasText: "Capture your first card" })).toBeVisible();
  for (const page of [list, entries]) await expect.poll(() => liveState(page)).toBe("live");

  const asked = requestsOf(list, "/api/items");
  const titles = ["First over the wire", "Second over the wire", "Third over the wire"];
  const delays: Record<string, number[]> = { list: [], queue: [] };
  for (const title of titles) {
    const inList = seen(list, title);
    // The first card resolves the welcome.
    const firstStep = title === titles[0] ? seen(entries, "Resolved") : null;
    await phone.getByRole("button", { name: "Capture", exact: true }).click();
    await phone.getByLabel("What to capture").fill(title);
    const stored = phone.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().endsWith("/api/items"),
    );
    await phone.keyboard.press("Control+Enter");
    await stored;
    const at = Date.now();
    delays.list?.push((await inList) - at);
    if (firstStep) delays.queue?.push((await firstStep) - at);
    await expect(phone.getByLabel("What to capture")).toHaveCount(0);
  }
  console.log(`ms from the answer to a capture until another page shows it: ${JSON.stringify(delays)}`);
  expect(Math.max(...Object.values(delays).flat())).toBeLessThan(MAX_DELAY_MS);
  // One for each capture, and for each step of its processing that is not told together with another.
  expect(asked.length).toBeLessThanOrEqual(CHANGES_OF_A_CAPTURE * titles.length);
  for (const page of [phone, list]) await page.context().close();
});

/** What the page's live tables are, in a word. */
const liveState = (page: Page) =>
  page.evaluate(() => {
    const status = document.querySelector("[data-live]")?.getAttribute("data-live");
    return status ?? "none";
  });

test("what waits in the queue is counted in the navigation, the tab and the app's badge from the first paint", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  await enter(context, product, someone("tessera.example"));
  const page = await context.newPage();
  await page.goto("/queue");
  // A new person is asked for a first card.
  await expect(page.getByRole("tab", { name: /^Needs me/ })).toHaveText(/1$/);
  await page.addInitScript(() => {
    const seen = window as unknown as { labels: (string | null)[]; badge: number | undefined };
    seen.labels = [];
    navigator.setAppBadge = async (value) => {
      seen.badge = value;
    };
    new MutationObserver(() => {
      const label = document.querySelector("nav a[href='/queue']")?.getAttribute("aria-label") ?? null;
      if (label !== null && label !== seen.labels.at(-1)) seen.labels.push(label);
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  // The page asks for the number with its scripts, so that the first of them that draws has it.
  const counted = page.waitForResponse((response) => response.url().endsWith("/api/queue/entries?state=open&limit=1"));
  await page.route(/\/assets\/shell\/app\./, async (route) => {
    await (await counted).finished();
    await route.continue();
  });
  await page.goto("/queue");
  await expect(page).toHaveTitle("(1) Needs me");
  const seen = () =>
    page.evaluate(() => {
      const { labels, badge } = window as unknown as { labels: string[]; badge?: number };
      return { labels, badge };
    });
  await expect.poll(seen).toEqual({ labels: ["Queue, 1"], badge: 1 });
  await context.close();
});
