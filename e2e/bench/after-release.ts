// What a returning visitor downloads after a release that changed one text: of the items, then of the shell. The text
// is in the largest file of the first view that has texts of the app, so no other costs more. Ends with 1 when a target
// is missed.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext } from "@playwright/test";
import { assetAddress, assetFolder } from "@tessera/federation/asset-address.ts";
import { globalNameOf, type Release } from "@tessera/federation/composition.ts";
import { enter } from "../src/person.ts";
import { Product } from "../src/product.ts";
import { deployToken, publish } from "../src/releases.ts";
import { launchBrowser } from "./launch-browser.ts";

/** Most bytes of the app's files that are sent for a reload, compressed, with their headers. */
const TARGETS = { items: 10_000, shell: 60_000 };
type App = keyof typeof TARGETS;
const FOLDERS: Record<App, string> = { items: "remotes/items", shell: "shell" };
/** Chunks of the shell that hold other people's code and no text. */
const LIBRARIES = /^(vendor|fluent)/;
const PAGE = "/items/inbox";
/** Time for what is fetched ahead of time, which begins a second after the page. */
const AHEAD_MS = 5_000;
const root = path.resolve(import.meta.dirname, "../..");

interface Download {
  files: number;
  bytes: number;
}

const product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "example.com" });
const browser = await launchBrowser();
try {
  const context = await browser.newContext({ baseURL: product.url, locale: "en-GB", serviceWorkers: "block" });
  await enter(context, product);
  const table: Record<string, object> = {};
  const { all: cold } = await open(context);
  table["first visit"] = shown(cold);
  table["again, nothing released"] = shown((await open(context)).all);
  for (const app of Object.keys(TARGETS) as App[]) {
    const changed = await releaseOneText(app);
    const { own, all } = await open(context, app);
    table[`a text of ${app} (${changed})`] = {
      ...shown(all),
      [`of them ${app}, kB`]: kilobytes(own.bytes),
      "at most, kB": TARGETS[app] / 1000,
    };
    if (own.bytes > TARGETS[app] || own.files === 0) process.exitCode = 1;
  }
  console.table(table);
} finally {
  await browser.close();
  await product.stop();
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
function shown({ files, bytes }: Download) {
  return { "scripts and styles": files, kB: kilobytes(bytes) };
}

function isAsset(address: string): boolean {
  return address.startsWith("/assets/");
}

/**
 * Opens the page as somebody who comes back; what was fetched of releases' files until nothing more is, prefetching
 * among it.
 */
async function open(context: BrowserContext, app?: App): Promise<{ own: Download; all: Download }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const asked = new Map<string, string>();
  const [own, all]: [Download, Download] = [
    { files: 0, bytes: 0 },
    { files: 0, bytes: 0 },
  ];
  const cached = new Set<string>();
  session.on("Network.requestWillBeSent", ({ requestId, request }) =>
    asked.set(requestId, new URL(request.url).pathname),
  );
  session.on("Network.requestServedFromCache", ({ requestId }) => cached.add(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache) cached.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const address = asked.get(requestId) ?? "";
    if (!isAsset(address) || cached.has(requestId)) return;
    for (const counted of app && address.startsWith(assetFolder(app)) ? [own, all] : [all]) {
      counted.files += 1;
      counted.bytes += encodedDataLength;
    }
  });
  await page.goto(PAGE);
  await page
    .getByRole("heading", { name: /^Inbox/ })
    .first()
    .waitFor();
  await page.waitForTimeout(AHEAD_MS);
  await page.close();
  return { own, all };
}

/** Publishes the app as it is built here with one file changed, which everybody gets. @returns the file's name */
async function releaseOneText(app: App): Promise<string> {
  const dist = path.join(root, FOLDERS[app], "dist");
  const built = JSON.parse(readFileSync(path.join(dist, "release.json"), "utf8")) as Release;
  const [largest] = built.files
    .filter(({ path: name }) => built.scripts.includes(name) && !LIBRARIES.test(name))
    .sort((one, other) => other.bytes - one.bytes);
  const files = new Map(
    built.files.map(({ path: name }) => [name, new Uint8Array(readFileSync(path.join(dist, name)))]),
  );
  const text = (name: string) => Buffer.from(files.get(name)!).toString();
  files.set(largest!.path, new TextEncoder().encode(`${text(largest!.path)};"another text";`));
  const integrity = `sha384-${createHash("sha384").update(files.get(largest!.path)!).digest("base64")}`;
  const [before, after] = [largest!.integrity, integrity].map((hash) => assetAddress(app, largest!.path, hash)) as [
    string,
    string,
  ];
  // The service worker names the shell's files.
  if (files.has("public/sw.js"))
    files.set("public/sw.js", new TextEncoder().encode(text("public/sw.js").replace(before, after)));
  const id = `1.0.1-${createHash("sha256").update(integrity).digest("hex").slice(0, 12)}`;
  const release: Release = {
    ...built,
    id,
    version: "1.0.1",
    globalName: app === "shell" ? null : globalNameOf(app, id),
    files: [...files].map(([name, content]) => ({
      path: name,
      bytes: content.byteLength,
      integrity: `sha384-${createHash("sha384").update(content).digest("base64")}`,
    })),
  };
  const { answer, files: sent } = await publish(product, release, files, deployToken(product, app));
  if (answer.status !== 201) throw new Error(await answer.text());
  console.log(`${app} ${id}: ${sent} of ${release.files.length} files had to be sent to the product`);
  return largest!.path;
}
