import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { PASSWORD, signIn, signUp } from "./person.ts";
import { Product } from "./product.ts";

/** A captcha's service with a widget of its own; it doubts a browser that has `?doubt` in its address. */
const WIDGET = `
  const widgets = new Map();
  window.turnstile = {
    render(host, options) {
      const id = String(widgets.size + 1);
      widgets.set(id, { host, options });
      return id;
    },
    execute(id) {
      const { host, options } = widgets.get(id);
      const solve = () => options.callback(options.sitekey + " " + crypto.randomUUID());
      if (!location.search.includes("doubt")) return solve();
      const button = host.appendChild(document.createElement("button"));
      button.textContent = "I am a person";
      button.addEventListener("click", solve);
    },
    remove: (id) => widgets.get(id).host.replaceChildren(),
  };
`;
const used = new Set<string>();
let captcha: Server;
let product: Product;

test.beforeAll(async () => {
  captcha = createServer(async (request, response) => {
    if (request.method === "GET")
      return void response.writeHead(200, { "content-type": "text/javascript" }).end(WIDGET);
    let body = "";
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    const token = form.get("response") ?? "";
    const success = form.get("secret") === "secret" && token.startsWith("site-key ") && !used.has(token);
    used.add(token);
    response.end(JSON.stringify({ success, "error-codes": success ? [] : ["timeout-or-duplicate"] }));
  });
  await new Promise<void>((listening) => captcha.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(captcha.address() as AddressInfo).port}`;
  product = await Product.start({
    IDENTITY_CAPTCHA: "turnstile",
    IDENTITY_CAPTCHA_SITE_KEY: "site-key",
    IDENTITY_CAPTCHA_SECRET: "secret",
    IDENTITY_CAPTCHA_URL: `${origin}/siteverify`,
    IDENTITY_CAPTCHA_SCRIPT: `${origin}/widget.js`,
  });
});
test.afterAll(async () => {
  await product.stop();
  captcha.close();
});

test("a captcha is solved for each call that scripts try, and asks the person only when it doubts", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: product.url });
  const email = await signUp(page);
  expect(used.size).toBe(1);

  const fresh = await (await browser.newContext({ baseURL: product.url })).newPage();
  await fresh.goto("/login");
  await signIn(fresh, email);
  expect(used.size).toBe(2);

  const doubted = await (await browser.newContext({ baseURL: product.url })).newPage();
  await doubted.goto("/login?doubt");
  await doubted.getByLabel("Email").fill(email);
  await doubted.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await doubted.getByRole("button", { name: "Sign in", exact: true }).click();
  await doubted.getByRole("button", { name: "I am a person" }).click();
  await doubted.waitForURL(/\/queue/);
  expect(used.size).toBe(3);
});

test("a person whose captcha does not load reads why nothing was done", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: product.url });
  await page.route("**/widget.js", (route) => route.abort());
  await page.goto("/login");
  await page.getByLabel("Email").fill("ines@halvorsen.example");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("could not be checked that you are a person");
});
