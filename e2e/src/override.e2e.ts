import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import type { Composition, Release } from "@tessera/federation/composition.ts";
import type { IssuedOverride } from "@tessera/federation/overrides.ts";
import { enter } from "./person.ts";
import { Product } from "./product.ts";
import { Team } from "./releases.ts";

test.use({ serviceWorkers: "allow" });

const REMOTES = path.resolve(import.meta.dirname, "../../remotes");
/**
 * What the desk says where the release says the first: in the settings at once, in the items' part that is loaded when
 * it is needed.
 */
const [RELEASED, LOCAL] = ["About", "About my desk"];
const [ASKED, ASKED_HERE] = ["What to capture", "What to capture at my desk"];

let product: Product;
let desk: Server;
let address: string;
/** Names of the files that the desk was asked for. */
const served: string[] = [];

test.beforeAll(async () => {
  product = await Product.start();
  // A developer's machine: apps as they are built, with words changed.
  desk = createServer(async (request, response) => {
    const [, app, name] = /^\/(\w+)\/([\w.-]+)/.exec(request.url!) ?? [];
    served.push(`${app}/${name}`);
    const text = await readFile(path.join(REMOTES, `${app}`, "dist", `${name}`), "utf8").catch(() => null);
    response.writeHead(text === null ? 404 : 200, {
      "content-type": "text/javascript",
      "access-control-allow-origin": "*",
    });
    response.end(text?.replaceAll(`"${RELEASED}"`, `"${LOCAL}"`).replaceAll(ASKED, ASKED_HERE));
  });
  await new Promise<void>((listening) => desk.listen(0, "localhost", listening));
  address = `http://localhost:${(desk.address() as AddressInfo).port}/`;
});
test.afterAll(async () => {
  desk.closeAllConnections();
  desk.close();
  await product.stop();
});

async function issue(app: string): Promise<IssuedOverride> {
  const response = await fetch(`${product.url}/api/releases/overrides`, {
    method: "POST",
    body: JSON.stringify({ app, url: address + app }),
    headers: { authorization: `Bearer ${new Team(product, app).token}`, "content-type": "application/json" },
  });
  expect(response.status).toBe(201);
  return (await response.json()) as IssuedOverride;
}

async function person(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await enter(page.context(), product);
  return page;
}

const banner = (page: Page) => page.getByRole("region", { name: "Override" });
const sees = async (page: Page, title: string) => {
  const answer = await page.goto("/settings/about");
  await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  return (await answer!.headerValue("content-security-policy"))!;
};
/** The page that the service worker keeps. */
const kept = (page: Page) =>
  page.evaluate(async () => (await (await caches.open("page")).match("/"))?.text() ?? "nothing");
const urlOfSettings = async (page: Page) => {
  const composition = JSON.parse((await page.locator("#composition").textContent())!) as Composition;
  return composition.remotes.find(({ name }) => name === "settings")!.release.base;
};

test("a developer has one part of the product from their own machine, nobody else does, and one click ends it", async ({
  browser,
}) => {
  const [developer, other] = [await person(browser), await person(browser)];
  await sees(developer, RELEASED);
  await developer.evaluate(() => navigator.serviceWorker.ready);
  await sees(developer, RELEASED);
  await expect.poll(() => kept(developer)).toContain("composition");
  const { link } = await issue("settings");

  await developer.goto(`${link}&to=/settings/about`);
  await expect(developer).toHaveURL(`${product.url}/settings/about`);
  expect(await sees(developer, LOCAL)).toContain(new URL(address).origin);
  expect(await urlOfSettings(developer)).toBe(`${address}settings/`);
  await expect(banner(developer)).toContainText(`Settings from ${address}settings/`);
  await developer.goto("/login");
  await expect(banner(developer)).toBeVisible();
  // At the foot of the window nothing is lost below the banner.
  await developer.goto("/settings/about");
  await expect(banner(developer)).toBeVisible();
  await expect.poll(() => developer.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  // What a browser shows when the product does not answer in time is never from the developer's server.
  expect(await kept(developer)).not.toContain(address);

  const policy = await sees(other, RELEASED);
  expect(policy).not.toContain("localhost");
  await expect(banner(other)).toHaveCount(0);

  // The link was for the first browser that opened it.
  expect((await other.goto(link))!.status()).toBe(403);
  expect(await sees(other, RELEASED)).not.toContain("localhost");

  // What the developer's browser keeps with a changed signature, as somebody without the key would try.
  const token = (await developer.context().cookies()).find(({ name }) => name === "tessera-override")!.value;
  const flipped = token.slice(0, -2) + (token.at(-2) === "A" ? "B" : "A") + token.at(-1);
  await other.context().addCookies([{ name: "tessera-override", value: flipped, url: product.url }]);
  expect(await sees(other, RELEASED)).not.toContain("localhost");
  await expect(banner(other)).toHaveCount(0);

  await banner(developer).getByRole("button", { name: "Clear" }).click();
  await expect(banner(developer)).toHaveCount(0);
  await sees(developer, RELEASED);
  expect(await urlOfSettings(developer)).toMatch(/^\/assets\/settings\//);
  expect((await developer.context().cookies()).map(({ name }) => name)).not.toContain("tessera-override");
});

test("a part that is loaded later comes from the same machine, and an administrator opens it from the releases page", async ({
  browser,
}) => {
  const own = await Product.start({ INTERNAL_EMAIL_DOMAIN: "example.com" });
  try {
    const page = await (await browser.newContext({ baseURL: own.url })).newPage();
    await enter(page.context(), own); // the first account of the installation
    const { scripts, files } = JSON.parse(
      await readFile(path.join(REMOTES, "items/dist/release.json"), "utf8"),
    ) as Release;
    await page.goto("/settings/releases");
    await page.getByRole("button", { name: "More for Items" }).click();
    await page.getByRole("menuitem", { name: "Use a local build…" }).click();
    await page.getByRole("dialog").getByLabel("Address on this machine").fill(`${address}items/`);
    await page.getByRole("dialog").getByRole("button", { name: "Open in this browser" }).click();
    await expect(banner(page)).toContainText(`Items from ${address}items/`);
    await expect(page).toHaveURL(`${own.url}/settings/releases`);
    await expect(page.getByRole("region", { name: "What happened" })).toContainText(`${address}items/`);

    const released: string[] = [];
    page.on("request", (request) => request.url().includes("/assets/items/") && released.push(request.url()));
    served.length = 0;
    await page.goto("/items/inbox");
    await expect(page.getByRole("heading", { name: /^Inbox/ }).first()).toBeVisible();
    const first = served.length;
    await page.getByRole("button", { name: "Capture", exact: true }).first().click();
    await expect(page.getByRole("dialog").getByLabel(ASKED_HERE)).toBeVisible();
    const later = served.slice(first).map((name) => name.replace("items/", ""));
    expect(later.some((name) => files.some((file) => file.path === name) && !scripts.includes(name))).toBe(true);
    expect(released).toEqual([]);

    await page.keyboard.press("Escape");
    await banner(page).getByRole("button", { name: "Clear" }).click();
    await expect(banner(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Capture", exact: true }).first().click();
    await expect(page.getByRole("dialog").getByLabel(ASKED, { exact: true })).toBeVisible();
    expect(released.length).toBeGreaterThan(0);
  } finally {
    await own.stop();
  }
});
