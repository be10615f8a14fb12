import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type BuildMeta, globalNameOf, type LatestBuild, type Release } from "@tessera/federation/composition.ts";
import { type Ask, publishRelease } from "@tessera/federation/upload.ts";
import { Product } from "./product.ts";
import { deployToken, publish } from "./releases.ts";

/** Times the server is killed; 20 and more for a change of publishing: KILLS=20. */
const KILLS = Number(process.env.KILLS ?? 6);
/** About as long as a request of a publication takes, ms. */
const REQUEST = 20;
const APP = "queue";

/** A release of an app whose files are new: what is published over HTTP, as CI does. */
function made(number: number): { release: Release; files: Map<string, Uint8Array<ArrayBuffer>> } {
  const dist = path.resolve(import.meta.dirname, "../../remotes", APP, "dist");
  const built = JSON.parse(readFileSync(path.join(dist, "release.json"), "utf8")) as Release;
  const files = new Map<string, Uint8Array<ArrayBuffer>>(
    built.scripts.concat("a.js", "b.js", "c.js").map((name) => [name, new TextEncoder().encode(randomBytes(10_000).toString("hex"))]),
  );
  const listed = [...files].map(([name, content]) => ({ path: name, bytes: content.byteLength, integrity: sha384(content) }));
  const id = `9.0.${number}-${randomBytes(6).toString("hex")}`;
  return {
    release: { ...built, id, globalName: globalNameOf(APP, id), version: `9.0.${number}`, files: listed, styles: [] },
    files,
  };
}

const sha384 = (content: Uint8Array) => `sha384-${createHash("sha384").update(content).digest("base64")}`;

/** Checks that everything of what everybody gets can be loaded, with the hashes that pages ask for. @returns the app's live release */
async function wholeLiveRelease(product: Product): Promise<string> {
  const page = await fetch(`${product.url}/queue`);
  expect(page.status).toBe(200);
  const { id } = (await (await fetch(`${product.url}/builds/latest.json`)).json()) as LatestBuild;
  const { composition } = (await (await fetch(`${product.url}/builds/meta/${id}.json`)).json()) as BuildMeta;
  const { release } = composition.remotes.find(({ name }) => name === APP)!;
  expect(await page.text()).toContain(release.base);
  for (const [name, integrity] of Object.entries(release.integrity!)) {
    const file = await fetch(`${product.url}${release.base}${name}`);
    expect(file.status).toBe(200);
    expect(sha384(new Uint8Array(await file.arrayBuffer()))).toBe(integrity);
  }
  return release.id;
}

/** Publishes, and kills the server while it answers the request of that number. @returns status of the answer, if there is one */
async function killedAt(
  product: Product,
  { release, files }: ReturnType<typeof made>,
  token: string,
  number: number,
): Promise<number | null> {
  let asked = 0;
  let killed: Promise<void> | undefined;
  const kill = async () => {
    await new Promise((passed) => setTimeout(passed, Math.random() * REQUEST));
    await product.kill();
  };
  const ask: Ask = (method, address, body, type) => {
    asked += 1;
    if (asked === number) killed = kill();
    return fetch(product.url + address, { method, body, headers: { authorization: `Bearer ${token}`, "content-type": type } });
  };
  const status = await publishRelease(ask, release, async (name) => files.get(name)!).then(
    ({ answer }) => answer.status,
    () => null,
  );
  await (killed ?? kill());
  return status;
}

test("a server killed at random moments of publishing never shows half a release, and publishes the next one", async () => {
  test.setTimeout(600_000);
  const product = await Product.start();
  try {
    let live = await wholeLiveRelease(product);
    const token = deployToken(product, APP);
    let [sentAgain, all] = [0, 0];
    for (let number = 1; number <= KILLS; number += 1) {
      const candidate = made(number);
      // One request announces, one commits. Each kill comes at another one, somewhere within it.
      const requests = candidate.files.size + 2;
      const status = await killedAt(product, candidate, token, Math.ceil((number * requests) / KILLS));
      await product.run();
      const found = await wholeLiveRelease(product);
      // What was answered with success stays; what was not is live as a whole or not at all.
      if (status === 201) expect(found).toBe(candidate.release.id);
      else expect([live, candidate.release.id]).toContain(found);
      const again = await publish(product, candidate.release, candidate.files, token);
      expect(again.answer.status, await again.answer.text()).toBe(201);
      sentAgain += again.bytes;
      all += candidate.release.files.reduce((sum, { bytes }) => sum + bytes, 0);
      live = await wholeLiveRelease(product);
      expect(live).toBe(candidate.release.id);
    }
    // What was kept before the server was killed is not sent a second time.
    expect(sentAgain).toBeLessThan(all);
    expect(sentAgain).toBeGreaterThan(0);
  } finally {
    await product.stop();
  }
});
