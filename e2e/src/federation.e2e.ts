import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { globalNameOf, type Release } from "@tessera/federation/composition.ts";
import { enter } from "./person.ts";
import { Product } from "./product.ts";
import { addressOf, deployToken, publish as publishFiles } from "./releases.ts";

test.use({ serviceWorkers: "allow" });

const DIST = path.resolve(import.meta.dirname, "../../remotes/settings/dist");
const built = JSON.parse(readFileSync(path.join(DIST, "release.json"), "utf8")) as Release;

let product: Product;
test.beforeAll(async () => {
  product = await Product.start();
});
test.afterAll(() => product.stop());

/**
 * Publishes the settings again with one file changed, as a release of its own; each is what the next one falls back to.
 */
async function publish(mark: string, file: string, content: (text: string) => string): Promise<Release> {
  const id = `${built.version}-${createHash("sha256").update(mark).digest("hex").slice(0, 12)}`;
  const files = new Map(built.files.map(({ path: name }) => [name, readFileSync(path.join(DIST, name))]));
  files.set(file, Buffer.from(content(files.get(file)!.toString())));
  const release: Release = {
    ...built,
    id,
    globalName: globalNameOf("settings", id),
    files: [...files].map(([name, bytes]) => ({
      path: name,
      bytes: bytes.byteLength,
      integrity: `sha384-${createHash("sha384").update(bytes).digest("base64")}`,
    })),
  };
  const contents = new Map([...files].map(([name, bytes]) => [name, new Uint8Array(bytes)]));
  const { answer } = await publishFiles(product, release, contents, deployToken(product, "settings"));
  expect(answer.status).toBe(201);
  return release;
}

async function visit(page: Page, address: string): Promise<{ loads: number; errors: string[] }> {
  const seen = { loads: 0, errors: [] as string[] };
  page.on("domcontentloaded", () => {
    seen.loads += 1;
  });
  page.on("console", (message) => message.type() === "error" && seen.errors.push(message.text()));
  await page.goto(address);
  return seen;
}

test.describe("a release that is broken", () => {
  test.beforeEach(async ({ page }) => {
    await enter(page.context(), product);
  });

  test("does not run when it was changed on its way: the one before it does", async ({ page }) => {
    const release = await publish("whole", built.entry, (text) => `${text}\n/* whole */`);
    await page.route(`**${addressOf(release, built.entry)}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: `${await answer.text()}\nwindow.changedOnItsWay = true;` });
    });
    await visit(page, `${product.url}/settings/about`);
    await expect(page.getByRole("heading", { name: "About" })).toBeVisible();
    expect(await page.evaluate(() => "changedOnItsWay" in window)).toBe(false);
  });

  test("gives way to the one before it in place, without a reload, and is named in the report", async ({ page }) => {
    const { id } = await publish("throws", built.entry, () => 'throw new Error("a release that throws");');
    const seen = await visit(page, `${product.url}/settings/about`);
    await expect(page.getByRole("heading", { name: "About" })).toBeVisible();
    expect(seen.loads).toBe(1);
    expect(seen.errors.some((text) => text.includes(`Release ${id} of settings could not be loaded`))).toBe(true);
  });
});
