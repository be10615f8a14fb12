// Items at their promised sizes: how fast an import is, what a list of 100,000 cards costs against an empty one, how
// smoothly it scrolls.
import { parseArgs } from "node:util";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { PASSWORD, signUp, someone } from "../src/person.ts";
import { Product } from "../src/product.ts";
import { importBookmarks, newPerson } from "./imports.ts";
import { launchBrowser } from "./launch-browser.ts";
import { median } from "./median.ts";

/** Fewest bookmarks an import stores in a second, on the embedded database. */
const IMPORT_TARGET = 1000;
const IMPORTED = 10_000;
const MANY = 100_000;
/** Most that the first row of many may take, against the empty list. */
const LIST_TARGET = 1.2;
/** Longest task of the page while it scrolls, ms. */
const TASK_TARGET = 50;

const { values } = parseArgs({ options: { runs: { type: "string", default: "9" } } });
const product = await Product.start({
  INTERNAL_EMAIL_DOMAIN: "tessera.example",
  IDENTITY_RATE_LIMIT_FACTOR: "0",
  RATE_LIMIT_FACTOR: "0",
});
const browser = await launchBrowser();
try {
  const perSecond = IMPORTED / (await importBookmarks(product.url, await newPerson(product.url), IMPORTED));
  const [empty, many] = [await person(browser), await person(browser)];
  await importBookmarks(product.url, many.token, MANY);
  const times: Record<"empty" | "many", number[]> = { empty: [], many: [] };
  for (let run = 0; run <= Number(values.runs); run += 1) {
    for (const [name, who] of Object.entries({ empty, many }) as ["empty" | "many", typeof empty][]) {
      const time = await firstContent(who.context);
      // The first view of each warms caches.
      if (run > 0) times[name].push(time);
    }
  }
  const ratio = median(times.many) / median(times.empty);
  const longest = await longestTaskWhileScrolling(many.context);
  console.table({
    [`import of ${IMPORTED.toLocaleString("en")}, a second`]: {
      measured: Math.round(perSecond),
      target: `at least ${IMPORT_TARGET}`,
    },
    "empty list, ms": { measured: Math.round(median(times.empty)), target: "" },
    [`list of ${MANY.toLocaleString("en")}, first row, ms`]: { measured: Math.round(median(times.many)), target: "" },
    "ratio of the two": { measured: Number(ratio.toFixed(3)), target: `at most ${LIST_TARGET}` },
    "longest task while scrolling, ms": { measured: Math.round(longest), target: `at most ${TASK_TARGET}` },
  });
  if (perSecond < IMPORT_TARGET || ratio > LIST_TARGET || longest > TASK_TARGET) process.exitCode = 1;
} finally {
  await browser.close();
  await product.stop();
}

async function person(browser: Browser): Promise<{ context: BrowserContext; token: string }> {
  const context = await browser.newContext({ baseURL: product.url, locale: "en-GB", serviceWorkers: "block" });
  const page = await context.newPage();
  const email = await signUp(page, someone("tessera.example"));
  await page.close();
  const answer = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return { context, token: ((await answer.json()) as { access_token: string }).access_token };
}

/** Milliseconds until the first row, or the sentence of the empty list, is there. */
async function firstContent(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = window as unknown as { content?: number };
    new MutationObserver((_, observer) => {
      const empty = document.body?.textContent?.includes("There are no bookmarks yet");
      if (!empty && !document.querySelector("[role=gridcell]")) return;
      seen.content = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto("/items/bookmark", { waitUntil: "commit" });
  await page.waitForFunction(() => (window as unknown as { content?: number }).content, null, { timeout: 20_000 });
  const time = await page.evaluate(() => (window as unknown as { content: number }).content);
  await page.close();
  return time;
}

async function longestTaskWhileScrolling(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/items/bookmark");
  await page.getByRole("gridcell").first().waitFor();
  await page.evaluate(() => {
    const seen = window as unknown as { longest: number };
    seen.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration);
    }).observe({ type: "longtask" });
  });
  await scroll(page);
  return page.evaluate(() => (window as unknown as { longest: number }).longest);
}

/** Some seconds of wheel turns over the list, as a person who looks for something turns it. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(300, 500);
  for (let turn = 0; turn < 150; turn += 1) {
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}
