import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { PushService, type TestSubscription } from "@tessera/testing/push-service.ts";
import { accessToken } from "./access-token.ts";
import { expectAccessible } from "./accessible.ts";
import { WHOLE_BROWSER } from "./launch.ts";
import { chooseDark, enter, enterAgain, PASSWORD, someone } from "./person.ts";
import { Product } from "./product.ts";

test.use({ ...WHOLE_BROWSER, serviceWorkers: "allow" });

/** Notifications of a browser: turned on, tested, sent by a reminder, shown by the worker, ended by a sign-out. */
let product: Product;
let push: PushService;
test.beforeAll(async () => {
  push = await PushService.start();
  product = await Product.start({
    INTERNAL_EMAIL_DOMAIN: "tessera.example",
    PUSH_ALLOW: push.host,
    IDENTITY_RATE_LIMIT_FACTOR: "100",
    RATE_LIMIT_FACTOR: "100",
  });
});
test.afterAll(async () => {
  await product.stop();
  await push.stop();
});

/**
 * A browser that may show notifications. Chromium under test reaches no push service: what it would do to subscribe at
 * one is done by ours, and nothing else of the browser is replaced.
 */
async function browserOf(context: BrowserContext) {
  const held: { subscription: TestSubscription | null; key: string } = { subscription: null, key: "" };
  await context.grantPermissions(["notifications"], { origin: product.url });
  await context.exposeFunction("heldSubscription", (key: string | null, isEnd: boolean) => {
    if (isEnd && held.subscription) push.unsubscribe(held.subscription);
    if (isEnd) held.subscription = null;
    if (key !== null) Object.assign(held, { key, subscription: push.subscribe(key) });
    return held.subscription && { ...held.subscription, key: held.key };
  });
  await context.addInitScript(() => {
    type Held = { endpoint: string; keys: Record<string, string>; key: string } | null;
    const { heldSubscription } = window as unknown as {
      heldSubscription(key: string | null, isEnd: boolean): Promise<Held>;
    };
    const bytes = (text = "") =>
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;
    const shown = (held: Held) =>
      held && {
        endpoint: held.endpoint,
        options: { applicationServerKey: bytes(held.key), userVisibleOnly: true },
        getKey: (name: string) => bytes(held.keys[name]),
        unsubscribe: async () => (await heldSubscription(null, true)) === null,
      };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => shown(await heldSubscription(null, false)),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
        shown(await heldSubscription(applicationServerKey, false)),
    });
  });
  return held;
}

/** Hands the worker a message, as the browser does once its push service brought one. */
async function deliver(page: Page, message: object): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((known) =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL === `${product.url}/`);
      if (own) known(own.registrationId);
    }),
  );
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered;
  // A worker that sleeps is started first: the browser under test drops a message whose worker does not start in time.
  await cdp.send("ServiceWorker.startWorker", { scopeURL: `${product.url}/` });
  const data = JSON.stringify(message);
  await cdp.send("ServiceWorker.deliverPushMessage", { origin: product.url, registrationId, data });
  await cdp.detach();
}
const shown = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, data }) => ({
      ...{ title, body, path: data.path },
    })),
  );
const devicesOf = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${product.url}/api/settings/push/devices`, { headers });
  return ((await answer.json()) as { devices: { device: string; signedOut: boolean }[] }).devices;
};

async function openNotifications(page: Page): Promise<void> {
  await page.goto("/settings/notifications");
  await page.evaluate(() => navigator.serviceWorker.ready);
}
async function turnOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "This browser" })).toContainText("Chrome on Linux");
}

test("a browser shows what its person asked to be told, and nothing once they have signed out", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url });
  const held = await browserOf(context);
  const page = await context.newPage();
  const ada = await enter(context, product, someone("tessera.example"));
  // A new person's queue has one entry, which welcomes them.
  await page.goto("/queue");
  await expect(page.getByRole("row").filter({ hasText: "Capture your first card" })).toBeVisible();
  await openNotifications(page);
  await expect(page.getByText("No device shows notifications yet.")).toBeVisible();
  await turnOn(page);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("A notification is on its way.", { exact: false })).toBeVisible();
  expect(push.taken).toMatchObject([{ message: { title: "This is a test", waiting: 1 }, signedBy: held.key }]);
  await deliver(page, push.taken[0]!.message);
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: "This is a test", body: "Tessera can reach this device.", path: "/settings/notifications" }]);

  // The same subscription is known to the server after a reload, and no second one is made.
  const renewed = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await page.reload();
  expect((await renewed).status()).toBe(200);
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();

  const token = await accessToken(page);
  const headers = { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() };
  // A few seconds from now: time enough to be kept before it is due.
  const dueAt = new Date(Date.now() + 15_000).toISOString();
  const made = await page.request.post("/api/items", {
    headers,
    data: { type: "task", title: "Call the bank", dueAt, data: { reminder: 0 } },
  });
  const { id } = (await made.json()) as { id: string };
  // The schedule runs once a minute.
  await expect.poll(() => push.taken.length, { timeout: 300_000 }).toBe(2);
  const { message, urgency } = push.taken[1]!;
  expect([message.title, message.path, urgency]).toEqual(["Reminder: Call the bank", `/items/task/${id}`, "high"]);
  await deliver(page, message);
  await expect.poll(async () => (await shown(page)).map(({ title }) => title)).toContain("Reminder: Call the bank");

  await page.goto(message.path as string);
  await expect(page.getByRole("article", { name: "Call the bank" })).toBeVisible();
  await page.getByRole("button", { name: /^Account of|^Your account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/login/);
  expect(held.subscription).toBeNull();

  await enter(context, product, someone("tessera.example"));
  await openNotifications(page);
  await expect(page.getByText("No device shows notifications yet.")).toBeVisible();
  await turnOn(page);
  const { auth } = createClient(product.url, "tessera", { auth: { persistSession: false } });
  const { data } = await auth.signInWithPassword({ email: ada, password: PASSWORD });
  expect(await devicesOf(data.session!.access_token)).toEqual([]);
  await context.close();
});

test("a session that is ended elsewhere takes the notifications along, and its person finds them again", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } });
  const held = await browserOf(context);
  const page = await context.newPage();
  const ada = await enter(context, product, someone("tessera.example"));
  await chooseDark(page);
  await openNotifications(page);
  await turnOn(page);
  await expectAccessible(page);

  const { auth } = createClient(product.url, "tessera", { auth: { persistSession: false } });
  const { data } = await auth.signInWithPassword({ email: ada, password: PASSWORD });
  // An open page would learn of it at once: the browser is closed, as far as the server knows.
  await page.goto("about:blank");
  await auth.signOut({ scope: "others" });
  expect(await devicesOf(data.session!.access_token)).toMatchObject([{ device: "Chrome on Linux", signedOut: true }]);
  await page.goto("/settings/notifications");
  await page.waitForURL(/\/login/);
  await expect.poll(() => held.subscription).toBeNull();

  await enterAgain(context, product, ada);
  const renewed = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await openNotifications(page);
  expect((await renewed).status()).toBe(200);
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();
  expect(await devicesOf(data.session!.access_token)).toMatchObject([{ signedOut: false }]);
  await context.close();
});

test("a browser without an open page counts what waits, and subscribes again", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url });
  const held = await browserOf(context);
  const page = await context.newPage();
  await enter(context, product, someone("tessera.example"));
  await openNotifications(page);
  const headers = { authorization: `Bearer ${await accessToken(page)}` };
  const key = await page.request.get("/api/settings/push/key", { headers });
  const { publicKey } = (await key.json()) as { publicKey: string };
  const worker = context.serviceWorkers().find((one) => one.url() === `${product.url}/sw.js`)!;
  // As in the page: what the browser would do at its push service, and on the desktop.
  await worker.evaluate((text) => {
    const bytes = (encoded: string) =>
      Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;
    const badges: unknown[] = [];
    Object.assign(navigator, { setAppBadge: async (count: number) => void badges.push(count) });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => ({ options: { applicationServerKey: bytes(text) } }),
    });
    Object.assign(self, { bytes, badges });
  }, publicKey);
  await turnOn(page);
  await expect.poll(() => worker.evaluate(async () => (await (await caches.open("push")).keys()).length)).toBe(1);

  await page.goto("about:blank");
  const message = { title: "A test", body: "", path: "/queue", tag: "a", waiting: 7 };
  await deliver(page, message);
  await expect.poll(() => worker.evaluate(() => (self as unknown as { badges: unknown[] }).badges)).toEqual([7]);

  push.unsubscribe(held.subscription!);
  const next = push.subscribe(publicKey);
  await worker.evaluate(async ({ endpoint, keys }) => {
    const { bytes } = self as unknown as { bytes(text: string): ArrayBuffer };
    const subscribe = async () => ({
      ...{ endpoint, getKey: (name: "auth" | "p256dh") => bytes(keys[name]) },
    });
    Object.assign(PushManager.prototype, { subscribe });
    let work: Promise<unknown> | undefined;
    const event = Object.assign(new Event("pushsubscriptionchange"), {
      waitUntil: (promise: Promise<unknown>) => {
        work = promise;
      },
    });
    self.dispatchEvent(event);
    await work;
  }, next);
  const devices = await page.request.get("/api/settings/push/devices", { headers });
  const [device] = ((await devices.json()) as { devices: { id: string }[] }).devices;
  push.taken.length = 0;
  const tested = await page.request.post(`/api/settings/push/devices/${device!.id}/test`, { headers });
  expect([tested.status(), push.taken.map(({ endpoint }) => endpoint)]).toEqual([204, [next.endpoint]]);
  await context.close();
});
