import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import type { Composition } from "@tessera/federation/composition.ts";
import type { IssuedOverride } from "@tessera/federation/overrides.ts";
import { signUp } from "./person.ts";
import { Product } from "./product.ts";
import { Team } from "./releases.ts";

const DIST = path.resolve(import.meta.dirname, "../../remotes/settings/dist");
const [RELEASED, LOCAL] = ["About", "About my desk"];

let product: Product;
let desk: Server;
let address: string;

test.beforeAll(async () => {
  product = await Product.start();
  // A developer's machine: the settings as they are built, with one title changed.
  desk = createServer(async (request, response) => {
    const name = path.basename(request.url!.split("?")[0]!);
    const text = await readFile(path.join(DIST, name), "utf8").catch(() => null);
    response.writeHead(text === null ? 404 : 200, { "content-type": "text/javascript", "access-control-allow-origin": "*" });
    response.end(text?.replaceAll(`"${RELEASED}"`, `"${LOCAL}"`));
  });
  await new Promise<void>((listening) => desk.listen(0, "localhost", listening));
  address = `http://localhost:${(desk.address() as AddressInfo).port}/`;
});
test.afterAll(async () => {
  desk.closeAllConnections();
  desk.close();
  await product.stop();
});

async function issue(): Promise<IssuedOverride> {
  const response = await fetch(`${product.url}/api/releases/overrides`, {
    method: "POST",
    body: JSON.stringify({ app: "settings", url: address }),
    headers: { authorization: `Bearer ${new Team(product, "settings").token}`, "content-type": "application/json" },
  });
  expect(response.status).toBe(201);
  return (await response.json()) as IssuedOverride;
}

async function person(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signUp(page);
  return page;
}

const banner = (page: Page) => page.getByRole("region", { name: "Override" });
const sees = async (page: Page, title: string) => {
  const answer = await page.goto("/settings/about");
  await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  return (await answer!.headerValue("content-security-policy"))!;
};
const urlOfSettings = async (page: Page) => {
  const composition = JSON.parse((await page.locator("#composition").textContent())!) as Composition;
  return composition.remotes.find(({ name }) => name === "settings")!.release.base;
};

test("a developer has one part of the product from their own machine, nobody else does, and one click ends it", async ({ browser }) => {
  const [developer, other] = [await person(browser), await person(browser)];
  await sees(developer, RELEASED);
  const { link, token } = await issue();

  await developer.goto(`${link}&to=/settings/about`);
  await expect(developer).toHaveURL(`${product.url}/settings/about`);
  expect(await sees(developer, LOCAL)).toContain(new URL(address).origin);
  expect(await urlOfSettings(developer)).toBe(address);
  await expect(banner(developer)).toContainText(`Settings from ${address}`);
  await developer.goto("/login");
  await expect(banner(developer)).toBeVisible();
  // At the foot of the window nothing is lost below the banner.
  await developer.goto("/settings/about");
  await expect(banner(developer)).toBeVisible();
  expect(await developer.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);

  const policy = await sees(other, RELEASED);
  expect(policy).not.toContain("localhost");
  await expect(banner(other)).toHaveCount(0);

  // The same with a changed signature, as somebody without the key would try.
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
