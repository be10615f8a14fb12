// Script that pages need before they are ready, compressed as it is sent, with the packages that it belongs to; and
// when each page shows its first text on a slow machine. Ends with 1 when a page is heavier than its target.
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { enter, someone } from "../src/person.ts";
import { Product } from "../src/product.ts";
import { median } from "./median.ts";
import { type Packages, packagesOf } from "./packages.ts";

/** Pages with what shows that they are ready, and the most script that they may need, KiB. */
const PAGES = [
  { path: "/", ready: "h1", signedIn: false },
  { path: "/login", ready: "input[name=email]", signedIn: false, target: 160 },
  { path: "/items/inbox", ready: "[role=grid] [role=row]", signedIn: true, target: 280 },
  { path: "/queue", ready: "[role=grid] [role=row]", signedIn: true },
  { path: "/billing", ready: "h1", signedIn: true },
  { path: "/settings/profile", ready: "h1", signedIn: true },
];
/** Packages that are listed for each page. */
const LISTED = 24;
/** Slow enough that what is fetched for later is not there before the page is ready. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const SETTLE_MS = 1_500;
const KIB = 1024;
/** A telephone of some years ago, against a desk computer. */
const CPU_SLOWDOWN = 4;
const PAINTS = 5;

const product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "tessera.example" });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const packages = new Map<string, Map<string, Packages>>();
  for (const folder of ["shell", "remotes/items", "remotes/queue", "remotes/billing", "remotes/settings"])
    packages.set(folder.replace("remotes/", ""), await packagesOf(folder));
  const member = await browser.newContext({ baseURL: product.url });
  await enter(member, product, someone("tessera.example"));
  const page = await member.newPage();
  await page.goto("/items/inbox");
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  await page.getByLabel("What to capture").fill("A card of the measurement");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("row").filter({ hasText: "A card of the measurement" }).waitFor();
  for (const one of PAGES) {
    const state = one.signedIn ? await member.storageState() : undefined;
    const files = await scriptsOf(browser, one, state);
    const paints = [];
    for (let index = 0; index < PAINTS; index += 1) paints.push(await firstPaint(browser, one, state));
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const share = new Map<string, number>();
    for (const { app, chunk, bytes } of files) {
      const parts = packages.get(app)?.get(chunk) ?? new Map([["?", 1]]);
      const whole = [...parts.values()].reduce((sum, size) => sum + size, 0);
      for (const [name, size] of parts) share.set(name, (share.get(name) ?? 0) + (bytes * size) / whole);
    }
    const list = [...share].sort((a, b) => b[1] - a[1]).slice(0, LISTED);
    const limit = one.target ? ` (at most ${one.target})` : "";
    console.log(`${one.path}: ${kib(total)} KiB of script in ${files.length} files${limit}`);
    console.log(`  first text after ${Math.round(median(paints))} ms at ${CPU_SLOWDOWN}× CPU slow-down`);
    console.log(`  ${list.map(([name, bytes]) => `${name} ${kib(bytes)}`).join(", ")}`);
    if (one.target && total > one.target * KIB) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await product.stop();
}

function kib(bytes: number): string {
  return (bytes / KIB).toFixed(1);
}

/**
 * Loads a page with an empty cache.
 * @returns the scripts that were asked for before it was ready, and their bytes on the line
 */
async function scriptsOf(
  browser: Browser,
  { path: address, ready }: (typeof PAGES)[number],
  storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>,
) {
  const context = await browser.newContext({ baseURL: product.url, storageState, serviceWorkers: "block" });
  // What is fetched for later begins after a second (specification §9), which a slow machine takes to be ready.
  await context.addInitScript(() => {
    const set = window.setTimeout;
    window.setTimeout = ((run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      set(run, ms === 1000 ? 60_000 : ms, ...rest)) as typeof set;
  });
  // The page's own clock says when it was ready: this process learns of it later, the busier the machine the more.
  await context.addInitScript((selector) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      watch.disconnect();
      performance.mark("ready");
    });
    watch.observe(document, { childList: true, subtree: true });
  }, ready);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(ready).first().waitFor();
  // A file counts when it was asked for, and is listed once it has come.
  await page.waitForTimeout(SETTLE_MS);
  const scripts = await page.evaluate(() => {
    const at = performance.getEntriesByName("ready")[0]!.startTime;
    const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return loaded
      .filter(({ name, startTime }) => startTime < at && new URL(name).pathname.endsWith(".js"))
      .map(({ name, transferSize }) => ({ name, bytes: transferSize }));
  });
  await context.close();
  return scripts.map(({ name, bytes }) => {
    const [, app = "?", file = "?"] = /\/assets\/([^/]+)\/(?:.*\/)?([^/]+)$/.exec(new URL(name).pathname) ?? [];
    return { app, chunk: file.split(".")[0]!, bytes };
  });
}

/** Loads a page with an empty cache on a slow machine. @returns ms until its first text is painted */
async function firstPaint(
  browser: Browser,
  { path: address, ready }: (typeof PAGES)[number],
  storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>,
): Promise<number> {
  const context = await browser.newContext({ baseURL: product.url, storageState, serviceWorkers: "block" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(ready).first().waitFor();
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  await context.close();
  return painted ?? Number.NaN;
}
