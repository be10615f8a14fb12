import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enter, someone } from "./person.ts";
import { Product } from "./product.ts";
import { startSite } from "./site.ts";

const FILLER = "A queue keeps what came first in front. ".repeat(12);
const article = (paragraphs: string[]) => `<html><head><title>On queues</title></head><body><article>
  <h1>On queues</h1>${paragraphs.map((words) => `<p>${words}</p>`).join("")}<p><img src="/gone.png" alt=""></p>
  </article></body></html>`;
const FIRST = ["Patience is a <em>virtue</em> of queues.", FILLER, "Herons wait alone.", FILLER, "Nobody likes lines."];

let site: Awaited<ReturnType<typeof startSite>>;
let product: Product;
let page: Page;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  site = await startSite((request, response) => {
    if (request.url === "/queues") response.setHeader("content-type", "text/html").end(article(FIRST));
    else response.writeHead(404).end();
  });
  const { host } = site;
  product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "tessera.example", ITEMS_FETCH_ALLOW: host });
  page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/items/bookmark?open=capture");
  await page.getByRole("textbox", { name: "What to capture" }).fill(`http://${host}/queues`);
  await page.keyboard.press("Control+Enter");
  // The first page that a product reads starts its readers.
  await page.getByRole("link", { name: "On queues" }).click();
  await expect(text().getByText("Nobody likes lines.")).toBeAttached();
});
test.afterAll(async () => {
  await page?.close();
  await product?.stop();
  site?.stop();
});

const text = () => page.frameLocator("iframe");
const marks = () => text().locator("mark");
const bar = () => page.getByRole("toolbar", { name: "Selected text" });
const list = () => page.getByRole("region", { name: "Highlights" });
const box = () => page.getByRole("dialog", { name: "Highlight" });
const note = () => box().getByRole("textbox", { name: "Note on the highlight" });

test("what the mouse selects is highlighted, with a note, and is there on every visit", async () => {
  await text().getByText("Herons wait alone.").click({ clickCount: 3 });
  await bar().getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("Herons wait alone.");
  await bar().getByRole("button", { name: "Highlight with note" }).click();
  await expect(note()).toBeFocused();
  await note().fill("As *we* do");
  await expectAccessible(page);
  await box().getByRole("button", { name: "Save" }).click();
  await expect(box()).toHaveCount(0);
  await expect(marks()).toHaveText(["Herons wait alone."]);
  await page.reload();
  await expect(marks()).toHaveText(["Herons wait alone."]);
  await expect(list().getByText("we", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("the keyboard alone selects, highlights, opens, edits and deletes", async () => {
  await text().getByText("virtue").dblclick();
  await page.keyboard.press("Shift+Control+ArrowRight");
  await page.keyboard.press("h");
  await expect(bar()).toHaveCount(0);
  await expect(marks()).toHaveText(["virtue", " of", "Herons wait alone."]);

  await text().getByText("Nobody likes lines.").click({ clickCount: 3 });
  await page.keyboard.press("Tab");
  await expect(bar().getByRole("button", { name: "Highlight H" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(marks()).toHaveText(["virtue", " of", "Herons wait alone.", "Nobody likes lines."]);
  await expect(list().getByRole("listitem")).toHaveText([
    /^virtue of/,
    /^Herons wait alone\./,
    /^Nobody likes lines\./,
  ]);

  await list().getByRole("button", { name: "virtue of" }).press("Enter");
  await expect(marks().first()).toBeFocused();
  await expect(marks().first()).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(note()).toBeFocused();
  await page.keyboard.type("Patience!");
  await page.keyboard.press("Control+Enter");
  await expect(marks().first()).toBeFocused();
  await expect(list().getByText("Patience!")).toBeVisible();

  await page.keyboard.press("Enter");
  await box().getByRole("button", { name: "Delete" }).press("Enter");
  await expect(marks()).toHaveText(["Herons wait alone.", "Nobody likes lines."]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(marks()).toHaveText(["virtue", " of", "Herons wait alone.", "Nobody likes lines."]);
  await expect(page).toHaveURL(/\/items\/bookmark\//);
  await list().getByRole("button", { name: "Copy all as Markdown" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(
      /^# On queues\n[\s\S]*> virtue of[\s\S]*Patience![\s\S]*> Herons wait alone\.[\s\S]*> Nobody likes lines\./,
    );
});

test("a key highlights what is selected at that moment, before the page has been told of it", async () => {
  await text().getByText("A queue keeps").first().click({ clickCount: 3 });
  await expect(bar()).toBeVisible();
  await text()
    .locator("body")
    .evaluate((body) => {
      const words = body.querySelector("p")!.firstChild!;
      getSelection()!.setBaseAndExtent(words, 0, words, "Patience".length);
      body.dispatchEvent(new KeyboardEvent("keydown", { key: "h", code: "KeyH", bubbles: true, cancelable: true }));
    });
  await expect(marks().first()).toHaveText("Patience");
});

test("a highlight made without a connection waits on the device with its note, and is sent once it is back", async () => {
  await page.context().setOffline(true);
  await text()
    .locator("body")
    .evaluate((body) => {
      const words = [...body.querySelectorAll("p")].at(3)!.firstChild!;
      getSelection()!.setBaseAndExtent(words, 0, words, "A queue".length);
    });
  await bar().getByRole("button", { name: "Highlight with note" }).click();
  await expect(box()).toContainText("Waits for the connection");
  await note().fill("From the tunnel");
  await box().getByRole("button", { name: "Save" }).click();
  await expect(box()).toHaveCount(0);
  await expect(list()).toContainText("From the tunnel");
  await expect(page.getByText("1 change waits to be sent.", { exact: false })).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText("waits to be sent", { exact: false })).toHaveCount(0);
  await page.reload();
  await expect(list()).toContainText("From the tunnel");
  await expect(list().getByText("From the tunnel")).toHaveCount(1);
});
