// The page with the visitor's composition in it against a file of about its size that the same server sends as it is, both as browsers
// ask (compressed); and how long a release takes from the command line to its first visitor. The first view is the part cold-view.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type BuildMeta, globalNameOf, type LatestBuild, type Release } from "@tessera/federation/composition.ts";
import { Product } from "../src/product.ts";
import { requestsPerSecond } from "./load.ts";
import { median } from "./median.ts";

/** Least share of the static page's requests a second. */
const TARGET = 0.6;
const PAGE = "/items/inbox";
const BROWSER = { "accept-encoding": "gzip, deflate, br" };
/** Time a release may take to reach a visitor, ms. */
const RELEASE_LIMIT = 60_000;
const root = path.resolve(import.meta.dirname, "../..");

const { values } = parseArgs({ options: { rounds: { type: "string", default: "8" }, seconds: { type: "string", default: "2" } } });
const folder = builtButForItems();
const product = await Product.start({}, { folder });
try {
  const first = await fetch(product.url + PAGE, { headers: BROWSER });
  const cookie = first.headers.getSetCookie()[0]!.split(";")[0]!;
  const pageBytes = Buffer.byteLength(await first.text());
  const { file, address } = await staticPage(pageBytes);
  const addresses = { page: product.url + PAGE, static: address };
  const rates: Record<keyof typeof addresses, number[]> = { page: [], static: [] };
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const name of ["page", "static"] as const) {
      const asked = { headers: { ...BROWSER, cookie }, milliseconds: Number(values.seconds) * 1000 };
      const rate = await requestsPerSecond(addresses[name], asked);
      // The first round warms the server.
      if (round > 0) rates[name].push(rate);
    }
  }
  const ratio = median(rates.page) / median(rates.static);
  console.table({
    "page with its composition": { "requests/s": Math.round(median(rates.page)), bytes: pageBytes },
    "static file": { "requests/s": Math.round(median(rates.static)), bytes: file.bytes },
  });
  console.log(`composition in the page: ${ratio.toFixed(3)} of the static file's requests a second (at least ${TARGET})`);
  if (ratio < TARGET) process.exitCode = 1;
  const { ended, visible } = await releaseToVisitor(cookie);
  console.log(`release of items, built before: the command takes ${ended} ms, the first visitor had it ${visible} ms after it was called`);
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** What is built here, with items under another id: the release of the real one is new to the product then. */
function builtButForItems(): string {
  const copy = mkdtempSync(path.join(tmpdir(), "tessera-built-"));
  for (const app of ["shell", ...readdirSync(path.join(root, "remotes")).map((area) => `remotes/${area}`)])
    cpSync(path.join(root, app, "dist"), path.join(copy, app, "dist"), { recursive: true });
  const described = path.join(copy, "remotes/items/dist/release.json");
  const release = JSON.parse(readFileSync(described, "utf8")) as Release;
  const id = release.id.replace(/^[^-]+/, "0.9.0");
  writeFileSync(described, JSON.stringify({ ...release, version: "0.9.0", id, globalName: globalNameOf("items", id) }));
  return copy;
}

/** The file of the shell's release that is closest to the page in size. */
async function staticPage(bytes: number) {
  const { id } = (await (await fetch(`${product.url}/builds/latest.json`)).json()) as LatestBuild;
  const { composition } = (await (await fetch(`${product.url}/builds/meta/${id}.json`)).json()) as BuildMeta;
  const { files } = JSON.parse(readFileSync(path.join(root, "shell/dist/release.json"), "utf8")) as Release;
  const scripts = files.filter((file) => file.path.endsWith(".js") && !file.path.startsWith("public/"));
  const file = scripts.sort((a, b) => Math.abs(a.bytes - bytes) - Math.abs(b.bytes - bytes))[0]!;
  return { file, address: product.url + composition.shell.release.base + file.path };
}

async function releaseToVisitor(cookie: string): Promise<{ ended: number; visible: number }> {
  const tokens = JSON.parse(readFileSync(path.join(product.dataDir, "deploy-tokens.json"), "utf8")) as Record<string, string>;
  const { id } = JSON.parse(readFileSync(path.join(root, "remotes/items/dist/release.json"), "utf8")) as Release;
  const began = performance.now();
  const command = spawn(
    process.execPath,
    [path.join(root, "services/releases/bin/release.ts"), "items", "--to", product.url, "--token", tokens.items!],
    {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const end = new Promise<number>((done, failed) => {
    command.once("error", failed);
    command.once("exit", (code) => (code === 0 ? done(performance.now() - began) : failed(new Error(`The release ended with ${code}`))));
  });
  const seen = async () => {
    while (performance.now() - began < RELEASE_LIMIT) {
      const page = await (await fetch(product.url + PAGE, { headers: { ...BROWSER, cookie } })).text();
      if (page.includes(`/assets/items/${id}/`)) return performance.now() - began;
    }
    throw new Error(`No visitor had the release within ${RELEASE_LIMIT} ms`);
  };
  const [ended, visible] = await Promise.all([end, seen()]);
  return { ended: Math.round(ended), visible: Math.round(visible) };
}
