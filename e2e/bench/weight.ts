// Script that pages need before they are ready, compressed as it is sent, with the packages that it belongs to.
// Ends with 1 when a page is heavier than its target.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { type Configuration, rspack, type StatsModule } from "@rspack/core";
import type { BuildOptions } from "@tessera/federation/build/base.ts";
import { remoteConfig } from "@tessera/federation/build/remote.ts";
import { shellConfig } from "@tessera/federation/build/shell.ts";
import { enter, someone } from "../src/person.ts";
import { Product } from "../src/product.ts";

/** Pages with what shows that they are ready, and the most script that they may need, KiB. */
const PAGES = [
  { path: "/", ready: "h1", signedIn: false },
  { path: "/login", ready: "input[type=email]", signedIn: false, target: 160 },
  { path: "/items/inbox", ready: "[role=grid] [role=row]", signedIn: true, target: 280 },
  { path: "/queue", ready: "[role=grid] [role=row]", signedIn: true },
  { path: "/billing", ready: "h1", signedIn: true },
  { path: "/settings/profile", ready: "h1", signedIn: true },
];
/** Packages that are listed for each page. */
const LISTED = 14;
/** Slow enough that what is fetched for later is not there before the page is ready. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const KIB = 1024;

const root = path.resolve(import.meta.dirname, "../..");
const product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "tessera.example" });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const packages = new Map(
    await Promise.all(["shell", "remotes/items", "remotes/queue", "remotes/billing", "remotes/settings"].map(packagesOf)),
  );
  const member = await browser.newContext({ baseURL: product.url });
  await enter(member, product, someone("tessera.example"));
  const page = await member.newPage();
  await page.goto("/items/inbox");
  await page.getByRole("button", { name: "Capture" }).first().click();
  await page.getByLabel("What to capture").fill("A card of the measurement");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("row").filter({ hasText: "A card of the measurement" }).waitFor();
  for (const one of PAGES) {
    const files = await scriptsOf(browser, one, one.signedIn ? await member.storageState() : undefined);
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

/** Loads a page with an empty cache. @returns the scripts that had come when it was ready, and their bytes on the line */
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
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  const urls = new Map<string, string>();
  const files: { app: string; chunk: string; bytes: number }[] = [];
  let counting = true;
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) urls.set(requestId, response.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (!url || !counting) return;
    const [, app = "?", file = "?"] = /\/assets\/([^/]+)\/(?:.*\/)?([^/]+)$/.exec(new URL(url).pathname) ?? [];
    files.push({ app, chunk: file.split(".")[0]!, bytes: encodedDataLength });
  });
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(ready).first().waitFor();
  counting = false;
  await context.close();
  return files;
}

/** Builds an app once more. @returns its name, and bytes by package of each of its chunks by the first part of the file's name */
async function packagesOf(folder: string): Promise<[string, Map<string, Map<string, number>>]> {
  const app = path.basename(folder);
  const output = mkdtempSync(path.join(tmpdir(), `tessera-weight-${app}-`));
  try {
    const options: BuildOptions = { folder: path.join(root, folder) };
    const config: Configuration = app === "shell" ? shellConfig(options) : remoteConfig(options);
    const { chunks = [] } = await compile({ ...config, output: { ...config.output, path: output } });
    return [
      app,
      new Map(
        chunks.map((chunk) => {
          const sizes = new Map<string, number>();
          for (const module of chunk.modules ?? []) count(module, sizes);
          return [[...(chunk.files ?? [])].find((file) => file.endsWith(".js"))?.split(".")[0] ?? "", sizes];
        }),
      ),
    ];
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

function compile(config: Configuration) {
  return new Promise<ReturnType<import("@rspack/core").Stats["toJson"]>>((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((error, stats) => {
      const shown = { all: false, chunks: true, chunkModules: true, nestedModules: true, ids: true, modules: true };
      const report = stats?.toJson({
        ...shown,
        modulesSpace: Number.POSITIVE_INFINITY,
        chunkModulesSpace: Number.POSITIVE_INFINITY,
        nestedModulesSpace: Number.POSITIVE_INFINITY,
      });
      compiler.close(() => (error || !report ? reject(error ?? new Error("The build has no report")) : resolve(report)));
    });
  });
}

/** Adds a module's bytes, or those of the modules that were put into it, to the packages they belong to. */
function count(module: StatsModule, sizes: Map<string, number>): void {
  if (module.modules?.length) {
    for (const inner of module.modules) count(inner, sizes);
    return;
  }
  const name = packageOf(module.nameForCondition ?? module.identifier ?? "");
  sizes.set(name, (sizes.get(name) ?? 0) + (module.size ?? 0));
}

function packageOf(name: string): string {
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)/g;
  const [, found] = [...name.matchAll(installed)].at(-1) ?? [];
  if (found) return found;
  return /(libs\/(?:contracts\/|facades\/)?[^/]+|shell\/src|remotes\/[^/]+)/.exec(name)?.[1] ?? "runtime";
}
