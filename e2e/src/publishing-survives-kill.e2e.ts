import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { BuildMeta, LatestBuild, Release } from "@tessera/federation/composition.ts";
import { Product } from "./product.ts";

const KILLS = 20;
/** About as long as the publication below takes, ms. */
const PUBLICATION = 250;
const APP = "queue";

/** A release of an app whose files are new: what is published over HTTP, as CI does. */
function made(number: number): { release: Release; files: Map<string, Buffer> } {
  const dist = path.resolve(import.meta.dirname, "../../remotes", APP, "dist");
  const built = JSON.parse(readFileSync(path.join(dist, "release.json"), "utf8")) as Release;
  const files = new Map(
    built.scripts.concat("a.js", "b.js", "c.js").map((name) => [name, Buffer.from(randomBytes(10_000).toString("hex"))]),
  );
  const listed = [...files].map(([name, content]) => ({ path: name, bytes: content.byteLength, integrity: sha384(content) }));
  return {
    release: { ...built, id: `9.0.${number}-${randomBytes(6).toString("hex")}`, version: `9.0.${number}`, files: listed, styles: [] },
    files,
  };
}

const sha384 = (content: Uint8Array) => `sha384-${createHash("sha384").update(content).digest("base64")}`;

function publish(product: Product, { release, files }: ReturnType<typeof made>): Promise<Response> {
  const tokens = JSON.parse(readFileSync(path.join(product.dataDir, "deploy-tokens.json"), "utf8")) as Record<string, string>;
  const form = new FormData();
  form.set("release", JSON.stringify(release));
  for (const [name, content] of files) form.set(name, new Blob([new Uint8Array(content)]), name);
  const headers = { authorization: `Bearer ${tokens[APP]}` };
  return fetch(`${product.url}/api/releases/apps/${APP}/releases`, { method: "POST", body: form, headers });
}

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

test("a server killed at random moments of publishing, 20 times, never shows half a release, and publishes the next one", async () => {
  test.setTimeout(600_000);
  const product = await Product.start();
  try {
    let live = await wholeLiveRelease(product);
    for (let number = 1; number <= KILLS; number += 1) {
      const candidate = made(number);
      const answered = publish(product, candidate).then(
        ({ status }) => status,
        () => null,
      );
      const moment = Math.random() * PUBLICATION;
      await new Promise((passed) => setTimeout(passed, moment));
      await product.kill();
      const status = await answered;
      await product.run();
      const found = await wholeLiveRelease(product);
      // What was answered with success stays; what was not is live as a whole or not at all.
      if (status === 201) expect(found).toBe(candidate.release.id);
      else expect([live, candidate.release.id]).toContain(found);
      const again = await publish(product, candidate);
      expect(again.status, await again.text()).toBe(201);
      live = await wholeLiveRelease(product);
      expect(live).toBe(candidate.release.id);
    }
  } finally {
    await product.stop();
  }
});
