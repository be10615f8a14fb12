import { expect, type Page, test } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { enter, someone } from "./person.ts";
import { Product } from "./product.ts";
import { startSite } from "./site.ts";

/** A picture of 480 × 320 px. */
const PICTURE = Buffer.from(
  "UklGRuIAAABXRUJQVlA4TNYAAAAv38FPEM1VICICHgg5AQAAAIADAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABOY9EAkAAAAAgPMPAAAAAAAAMAAAAAAAAAAAAAAAAAAAAAAAYAAAAAAAAIAHEgAAAAAAcP4BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAJE3fKvof/Q/+h/9j/5H/6P/0f/of/Q/+h/9j/5H/6P/0f/of/Q/+h/9j/5H/6P/0f/of/Q/+h/9j/5H/6P/0f/of/Q/+h/9j/7H0AEA",
  "base64",
);
const PARAGRAPHS = 60;
const article = `<html><head><title>On queues</title><meta name="description" content="Words of paragraph 0">
  <link rel="stylesheet" href="/queues.css"></head><body onload="document.body.innerHTML = 'taken over'">
  <nav style="background: url(/queue.webp)">Menu of the site</nav><script>document.title = "taken over"</script><article>
  <h1>On queues</h1>${Array.from(
    { length: PARAGRAPHS },
    (_, at) => `<p>Words of paragraph ${at}. ${"A queue keeps in front of it what was first. ".repeat(12)}</p>
      ${at % 10 === 5 ? '<figure><img src="/queue.webp" alt="A queue"></figure>' : ""}`,
  ).join("")}<p><img src="/gone.png" alt=""></p></article></body></html>`;

/** Answers that a page waits for. */
const waiting: (() => void)[] = [];
let site: Awaited<ReturnType<typeof startSite>>;
let product: Product;
let page: Page;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  site = await startSite((request, response) => {
    if (request.url === "/queues") response.setHeader("content-type", "text/html").end(article);
    else if (request.url === "/queues.css")
      response.setHeader("content-type", "text/css").end("nav { color: rgb(1, 2, 3); padding: 40px }");
    else if (request.url === "/slow") waiting.push(() => response.setHeader("content-type", "text/html").end(article));
    else if (request.url === "/queue.webp") response.setHeader("content-type", "image/webp").end(PICTURE);
    else response.writeHead(404).end();
  });
  const { host } = site;
  product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "tessera.example", ITEMS_FETCH_ALLOW: host });
  page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
  await enter(page.context(), product, someone("tessera.example"));
  await page.addInitScript(() => {
    const shifts: { value: number; hadRecentInput: boolean }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as never[]))).observe({
      type: "layout-shift",
      buffered: true,
    });
  });
  await page.goto("/items/bookmark?open=capture");
  await page.getByRole("textbox", { name: "What to capture" }).fill(`http://${host}/queues`);
  await page.keyboard.press("Control+Enter");
  // The first page that a product reads starts its readers.
  await page.getByRole("link", { name: "On queues" }).click();
  await expect(page.frameLocator("iframe").getByText("Words of paragraph 59")).toBeAttached();
});
test.afterAll(async () => {
  await page?.close();
  await product?.stop();
  site?.stop();
});

const shifted = () =>
  page.evaluate(() =>
    (window as unknown as { shifts: { value: number }[] }).shifts.reduce((sum, { value }) => sum + value, 0),
  );
const text = () => page.frameLocator("iframe");

test("a long article opens without a jump, with its pictures from our own origin and its lead once", async () => {
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== product.url)
      outside.push(request.url());
  });
  await page.reload();
  await text().locator("img[data-picture]").first().scrollIntoViewIfNeeded();
  await expect(text().locator("img[data-there]").first()).toHaveJSProperty("naturalWidth", 480);
  await expect(page.getByText("1 picture was not kept.")).toBeVisible();
  await expect(page.getByText("Words of paragraph 0", { exact: true })).toHaveCount(0);
  expect(outside).toEqual([]);
  expect(await shifted()).toBeLessThan(0.01);
});

test("it continues where reading stopped, and is set by keyboard alone", async () => {
  // The place that the pictures were seen at may still be on its way.
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith("/reading") && answer.ok() && answer.request().postDataJSON().progress > 0.5,
  );
  await text().getByText("Words of paragraph 40").scrollIntoViewIfNeeded();
  await kept;
  await page.reload();
  await expect(text().getByText("Words of paragraph 40")).toBeInViewport();
  await expect(page.getByText(/^\d\d% read$/)).toBeAttached();
  expect(await shifted()).toBeLessThan(0.01);

  await page.keyboard.press("Shift+A");
  await expect(page.getByRole("menuitemradio", { name: "Font: Sans serif" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "Font: Serif" })).toBeChecked();
  const font = () =>
    text()
      .locator("body")
      .evaluate((body) => getComputedStyle(body).fontFamily);
  await expect.poll(font).toContain("Palatino");
});

test("the page is kept as it was: with its look, without its scripts, and it loads nothing", async () => {
  const outside: string[] = [];
  const blocked: string[] = [];
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== product.url)
      outside.push(request.url());
  });
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) blocked.push(message.text());
  });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Page as it was on/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "On queues" });
  await expect(dialog.getByText("Nothing on it runs or loads. 1 picture was left out.")).toBeVisible();
  const copy = dialog.frameLocator("iframe");
  await expect(copy.getByText("Menu of the site")).toBeVisible();
  await expect(copy.locator("nav")).toHaveCSS("color", "rgb(1, 2, 3)");
  await expect(copy.locator("nav")).toHaveCSS("background-image", /^url\("data:image\/webp;base64,/);
  await expect(copy.locator("figure img").first()).toHaveJSProperty("naturalWidth", 480);
  await expect(dialog.locator("iframe")).toHaveAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
  expect(outside).toEqual([]);
  expect(blocked).toEqual([]);
  await page.getByRole("button", { name: "Dismiss the dialog" }).click();
  await expect(dialog).toBeHidden();
});

test("the text's language is named, corrected by keyboard, and the copy is read in it", async () => {
  const field = page.getByRole("combobox", { name: "Language of the text" });
  await expect(field.getByRole("option", { name: "English, by its words" })).toBeAttached();
  await expect(text().locator("html")).toHaveAttribute("lang", "en");
  await field.focus();
  await expect(field).toBeFocused();
  await page.keyboard.type("Dutch");
  await expect(field.getByRole("option", { name: "Dutch, said by you" })).toBeAttached();
  await expect(text().locator("html")).toHaveAttribute("lang", "nl");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveAttribute("lang", "nl");
  await page.reload();
  await expect(text().locator("html")).toHaveAttribute("lang", "nl");
  await field.selectOption({ label: "As its words say" });
  await expect(text().locator("html")).toHaveAttribute("lang", "en");
});

test("a step whose job is cancelled in the queue says so on its card, and runs again from there", async () => {
  const address = `http://${site.host}/slow`;
  const headers = { authorization: `Bearer ${await accessToken(page)}`, "idempotency-key": crypto.randomUUID() };
  const kept = await page.request.post("/api/items", { headers, data: { type: "bookmark", data: { url: address } } });
  expect(kept.status()).toBe(201);
  const { id } = (await kept.json()) as { id: string };
  await page.goto("/queue?view=jobs");
  const job = page.getByRole("row").filter({ hasText: "Readable copy of" }).filter({ hasText: "slow" });
  await job.click();
  await job.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(job).toContainText("Cancelled");
  await page.goto(`/items/bookmark/${id}`);
  await expect(page.getByText("Readable copy cancelled")).toBeVisible();
  for (const answer of waiting.splice(0)) answer();
  await page.getByRole("button", { name: "Run again", exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Cancel: readable copy" })).toBeVisible();
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  for (const answer of waiting.splice(0)) answer();
  await expect(text().getByText("Words of paragraph 59")).toBeAttached();
  await expect(page.getByText("Readable copy cancelled")).toHaveCount(0);
});
