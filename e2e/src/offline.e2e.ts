import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { enter, subscribe, untilActive } from "./person.ts";

test.use({ serviceWorkers: "allow" });

/** Waits until the service worker has the page and all scripts of the area. */
async function untilCodeIsKept(page: Page, area: string): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() =>
      page.evaluate(async (name) => {
        const { remotes } = JSON.parse(document.getElementById("composition")?.textContent ?? "{}");
        const scripts = Object.values(
          remotes.find((remote: { name: string }) => remote.name === name).release.integrity,
        );
        const kept = await (await caches.open("assets")).keys();
        const ofArea = kept.filter(({ url }) => url.includes(`/assets/${name}/`));
        return Boolean(await caches.match("/")) && ofArea.length >= new Set(scripts).size;
      }, area),
    )
    .toBe(true);
}

/** Waits until the answer to this GET is on the device. */
const untilKept = (page: Page, path: string) =>
  expect
    .poll(() =>
      page.evaluate(async (asked) => {
        const { result: db } = await new Promise<IDBOpenDBRequest>((done) => {
          const request = indexedDB.open("tessera.offline");
          request.onsuccess = () => done(request);
        });
        const all = db.transaction("answers").objectStore("answers").getAll();
        await new Promise((done) => {
          all.onsuccess = done;
        });
        db.close();
        const records = all.result as { id: string; person: string }[];
        const digest = await crypto.subtle.digest(
          "SHA-256",
          new TextEncoder().encode(`${records[0]?.person}\n${asked}`),
        );
        const id = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        return records.some((record) => record.id === id);
      }, path),
    )
    .toBe(true);

/** How much the device holds, over all people. */
const recordsOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const { result: db } = await new Promise<IDBOpenDBRequest>((done) => {
      const request = indexedDB.open("tessera.offline");
      request.onsuccess = () => done(request);
    });
    const counts = [...db.objectStoreNames].map((name) => db.transaction(name).objectStore(name).count());
    const numbers = await Promise.all(
      counts.map((count) => new Promise<number>((done) => (count.onsuccess = () => done(count.result)))),
    );
    db.close();
    return numbers.reduce((sum, one) => sum + one, 0);
  });

async function capture(page: Page, text: string) {
  await page.keyboard.press("c");
  await page.getByLabel("What to capture").fill(text);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
const card = (page: Page, title: string) => page.getByRole("row", { name: title }).getByRole("link");
const banner = (page: Page) => page.getByRole("region", { name: "Connection" });

/** A paying person with two cards, one of which was opened. */
async function settleIn(page: Page, context: BrowserContext, url: string) {
  await enter(context, { url });
  await page.goto("/billing");
  await subscribe(page);
  await untilActive(page);
  await page.goto("/items/inbox");
  await capture(page, "The trick is old");
  await expect(card(page, "The trick is old")).toBeVisible();
  await capture(page, "Never opened");
  await expect(card(page, "Never opened")).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await card(page, "The trick is old").click();
  await expect(page.getByRole("article", { name: "The trick is old" })).toBeVisible();
}

test("offline and back: reads, captures and archives without a connection, through a reload, and sends it all", async ({
  page,
  context,
  product,
}) => {
  await settleIn(page, context, product.url);
  const opened = new URL(page.url());
  await untilCodeIsKept(page, "items");
  for (const path of ["/api/items?type=inbox&limit=100", `/api/items/${opened.pathname.split("/").at(-1)}`])
    await untilKept(page, path);

  await context.setOffline(true);
  await page.reload();
  await expect(banner(page)).toContainText(/Offline\. As of/);
  await expect(page.getByRole("article", { name: "The trick is old" })).toBeVisible();
  await card(page, "Never opened").click();
  await expect(page.getByText("This card is not on this device.", { exact: false })).toBeVisible();
  await page.keyboard.press("Escape");
  await card(page, "The trick is old").click();
  await expect(page.getByRole("article", { name: "The trick is old" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(card(page, "The trick is old")).toHaveCount(0);
  await capture(page, "From the tunnel");
  await expect(banner(page)).toContainText("2 changes wait to be sent.");
  await page.goto("/items/inbox");
  await expect(card(page, "Never opened")).toBeVisible();
  await expect(card(page, "The trick is old")).toHaveCount(0);
  await banner(page).getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toContainText([
    "Archive “The trick is old”",
    "From the tunnel",
  ]);
  await page.keyboard.press("Escape");

  await context.setOffline(false);
  await expect(banner(page)).toHaveCount(0);
  await expect(card(page, "From the tunnel")).toBeVisible();
  await expect(card(page, "The trick is old")).toHaveCount(0);
  await page.goto("/items/all?status=archived");
  await expect(card(page, "The trick is old")).toBeVisible();

  await page.getByRole("button", { name: /^Account of|^Your account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/login/);
  await expect.poll(() => recordsOnDevice(page)).toBe(0);
});
