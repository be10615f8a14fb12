// Cold first view of /items/inbox: the product as it is against the same pages built as one bundle, with the same
// preloads. Prints medians and their ratio; ends with 1 when federation costs more than the target. Runs are
// interleaved: trust the ratio.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Cookie } from "@playwright/test";
import { buildOneBundle } from "@tessera/federation/build/one-bundle.ts";
import { accessTokenOf } from "@tessera/federation/runtime/session-cookie.ts";
import { signUp, subscribe, untilActive } from "../src/person.ts";
import { Product } from "../src/product.ts";
import { launchBrowser } from "./launch-browser.ts";
import { median } from "./median.ts";

/** Most that federation may cost, as a ratio to the one bundle. */
const TARGET = 1;
/** The network of the target: 40 ms round trip, 10 Mbit/s. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const UNSLOWED = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
/** How often one view is taken again because Chromium's slowed network stood still. */
const MAX_AGAIN = 5;
/** Ms within which a page comes whose network is slowed no more. */
const UNSLOWED_MS = 10_000;
const PAGE = "/items/inbox";
const ROW = "[role=grid] [role=row] [role=gridcell]";
const CARDS = 30;

interface Run {
  firstRow: number;
  firstPaint: number;
  requests: number;
  bytes: number;
}

const { values } = parseArgs({ options: { runs: { type: "string", default: "15" } } });
const runs = Number(values.runs);
const folder = mkdtempSync(path.join(tmpdir(), "tessera-one-bundle-"));
await buildOneBundle(folder, "items");
const products = { federated: await Product.start(), "one bundle": await Product.start({}, { folder }) };
try {
  const results = new Map<string, Run[]>();
  const visitors = new Map<string, Cookie[]>();
  for (const [name, product] of Object.entries(products)) visitors.set(name, await newVisitor(product.url));
  for (let index = 0; index <= runs; index += 1) {
    for (const [name, product] of Object.entries(products)) {
      const run = await moving(() => view(product.url, visitors.get(name)!));
      // The first view of each warms the servers.
      if (index > 0) results.set(name, [...(results.get(name) ?? []), run]);
    }
  }
  const table = Object.fromEntries(
    [...results].map(([name, all]) => [
      name,
      {
        "first row, ms": Math.round(median(all.map((run) => run.firstRow))),
        "first paint, ms": Math.round(median(all.map((run) => run.firstPaint))),
        requests: median(all.map((run) => run.requests)),
        kB: Math.round(median(all.map((run) => run.bytes)) / 1000),
      },
    ]),
  );
  const ratio =
    median(results.get("federated")!.map((run) => run.firstRow)) /
    median(results.get("one bundle")!.map((run) => run.firstRow));
  console.table(table);
  console.log(
    `cold first view of ${PAGE}: ${ratio.toFixed(3)} of the one bundle (at most ${TARGET}; ${runs} runs each)`,
  );
  if (ratio > TARGET) process.exitCode = 1;
} finally {
  await Promise.all(Object.values(products).map((product) => product.stop()));
  rmSync(folder, { recursive: true, force: true });
}

/** A person with a subscription and some cards; returns what makes a browser theirs. */
async function newVisitor(url: string): Promise<Cookie[]> {
  const browser = await launchBrowser();
  const context = await browser.newContext({ baseURL: url, locale: "en-GB" });
  const page = await context.newPage();
  await signUp(page);
  await subscribe(page);
  await untilActive(page);
  const cookies = await context.cookies();
  const token = accessTokenOf(
    cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    "sb-tessera-auth-token",
    Date.now(),
  );
  for (let index = 0; index < CARDS; index += 1) {
    const response = await fetch(`${url}/api/items`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ type: "note", title: `Card ${index}`, body: "A card of the measurement" }),
    });
    if (!response.ok) throw new Error(`The card was not made: ${response.status} ${await response.text()}`);
  }
  await browser.close();
  return cookies;
}

/**
 * On a busy machine the network that Chromium slows may stand still, for good: what the product has sent lies in the
 * sockets and nobody reads it, until the slowing ends. Such a view says nothing of the product, and is taken again.
 */
async function moving(take: () => Promise<Run | null>): Promise<Run> {
  for (let again = 0; again <= MAX_AGAIN; again += 1) {
    const run = await take();
    if (run) return run;
    console.warn("Chromium's slowed network stood still: the view is taken again");
  }
  throw new Error("Chromium's slowed network stood still too often: this machine is too busy to measure on");
}

/**
 * One view with an empty cache, in a browser of its own: after some 30 views through the slowed network one browser
 * sends nothing more. Null when the page came only once the network was slowed no more.
 */
async function view(url: string, cookies: Cookie[]): Promise<Run | null> {
  const browser = await launchBrowser();
  const context = await browser.newContext({ baseURL: url, locale: "en-GB" });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  const run: Run = { firstRow: 0, firstPaint: 0, requests: 0, bytes: 0 };
  let counting = true;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    if (!counting) return;
    run.requests += 1;
    run.bytes += encodedDataLength;
  });
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on(
    "response",
    (response) => response.status() >= 400 && problems.push(`${response.status()} ${response.url()}`),
  );
  await page.addInitScript((row) => {
    // What is fetched for later, beside the page, is no part of its first view.
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("not measured"));
    const seen = window as unknown as { firstRow?: number };
    new MutationObserver((_, observer) => {
      if (!document.querySelector(row)) return;
      seen.firstRow = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, ROW);
  await page.goto(PAGE, { waitUntil: "commit" });
  const hasRow = (timeout: number) =>
    page
      .waitForFunction(() => (window as unknown as { firstRow?: number }).firstRow, null, { timeout })
      .then(
        () => true,
        () => false,
      );
  if (!(await hasRow(20_000))) {
    const shown = await page.locator("body").innerText();
    await session.send("Network.emulateNetworkConditions", UNSLOWED);
    if (!(await hasRow(UNSLOWED_MS)))
      throw new Error(`${page.url()} showed no row within 20 s but: ${shown.slice(0, 500)}\n${problems.join("\n")}`);
    await browser.close();
    return null;
  }
  counting = false;
  run.firstRow = await page.evaluate(() => (window as unknown as { firstRow: number }).firstRow);
  run.firstPaint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  await browser.close();
  return run;
}
