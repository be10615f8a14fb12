import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { standsStill } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter, someone } from "./person.ts";
import type { Product } from "./product.ts";

/** Lists and what is read beside them, by key, in both themes and densities, on a desk and on a phone. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

const TITLES = [
  "Names for the second plan",
  "A long title that says what the card is about before anything else",
  "Third card",
];

/** A person with some notes, on the inbox. */
async function withCards(page: Page, request: APIRequestContext) {
  await enter(page.context(), product, someone("tessera.example"));
  const authorization = `Bearer ${await accessToken(page)}`;
  for (const title of TITLES) {
    const answer = await request.post(`${product.url}/api/items`, {
      headers: { authorization, "idempotency-key": crypto.randomUUID() },
      data: {
        type: "note",
        title,
        body: "https://example.com/a/long/address/that/would/take/the/room?of=the&title=yes",
        tags: ["reading", `topic-${TITLES.indexOf(title)}`],
      },
    });
    expect(answer.ok()).toBe(true);
  }
  return authorization;
}

const rowOf = (page: Page, title: string) => page.locator("[data-row]").filter({ hasText: title });

/**
 * How a row with the keyboard differs from the same row without.
 * `filled`: share of pixels that changed at all; `ring`: pixels that changed with a contrast of 3:1 or more (WCAG 2.2,
 * 1.4.11).
 */
async function difference(page: Page, without: Buffer, focused: Buffer) {
  return page.evaluate(
    async (pictures) => {
      const pixels = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d")!;
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, picture.width, picture.height);
      };
      const [a, b] = [await pixels(pictures[0]!), await pixels(pictures[1]!)];
      const light = (data: Uint8ClampedArray, at: number) => {
        const part = (value: number) =>
          value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
        return 0.2126 * part(data[at]!) + 0.7152 * part(data[at + 1]!) + 0.0722 * part(data[at + 2]!);
      };
      let [changed, ring] = [0, 0];
      for (let at = 0; at < a.data.length; at += 4) {
        if (a.data[at] === b.data[at] && a.data[at + 1] === b.data[at + 1] && a.data[at + 2] === b.data[at + 2])
          continue;
        changed += 1;
        const [one, two] = [light(a.data, at), light(b.data, at)];
        if ((Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05) >= 3) ring += 1;
      }
      return { filled: changed / (a.width * a.height), ring, width: a.width };
    },
    [without.toString("base64"), focused.toString("base64")],
  );
}

for (const theme of ["light", "dark"] as const)
  for (const density of ["comfortable", "compact"] as const)
    test(`the row with the keyboard is seen, ${theme} and ${density}`, async ({ page, request }) => {
      const authorization = await withCards(page, request);
      const set = await request.patch(`${product.url}/api/settings/preferences`, {
        headers: { authorization },
        data: { theme, density },
      });
      expect(set.ok()).toBe(true);
      await page.goto(`${product.url}/items/all`);
      const [above, row] = [rowOf(page, TITLES[2]!), rowOf(page, TITLES[1]!)];
      await expect(row).toBeVisible();
      await page.keyboard.press("j");
      await expect(above).toBeFocused();
      const without = await row.screenshot();
      await page.keyboard.press("j");
      await expect(row).toBeFocused();
      const { filled, ring, width } = await difference(page, without, await row.screenshot());
      expect(filled).toBeGreaterThan(0.5);
      expect(ring).toBeGreaterThan(width); // at least the length of one side; the ring has four
      if (density === "compact") expect(await textWidth(rowOf(page, TITLES[1]!))).toBeGreaterThan(180);
    });

/** A picture of a place on the page, 4 px around it. */
async function pictureAround(page: Page, box: { x: number; y: number; width: number; height: number }) {
  const { width, height } = page.viewportSize()!;
  const [left, top] = [Math.max(0, box.x - 4), Math.max(0, box.y - 4)];
  const clip = {
    ...{ x: left, y: top },
    ...{ width: Math.min(width, box.x + box.width + 4) - left, height: Math.min(height, box.y + box.height + 4) - top },
  };
  return page.screenshot({ clip, animations: "disabled" });
}

/** Controls of a page that the keyboard comes to and that do not show it, by name; the first `many` are looked at. */
async function unseenStops(page: Page, many: number): Promise<string[]> {
  const unseen: string[] = [];
  await page.locator("main").focus();
  for (let stop = 0; stop < many; stop++) {
    await page.keyboard.press("Tab");
    const focused = page.locator("main :focus");
    if ((await focused.count()) === 0) break;
    await standsStill(page);
    const box = (await focused.boundingBox())!;
    const name = await focused.evaluate((element) => element.getAttribute("aria-label") ?? element.textContent ?? "");
    const withIt = await pictureAround(page, box);
    await focused.evaluate((element: HTMLElement) => element.blur());
    await standsStill(page);
    const { ring } = await difference(page, await pictureAround(page, box), withIt);
    if (ring < Math.min(box.width, box.height)) unseen.push(`${new URL(page.url()).pathname}: ${name}`);
  }
  return unseen;
}

for (const theme of ["light", "dark"] as const)
  test(`controls of the newer areas show the keyboard, ${theme}`, async ({ page, request }) => {
    const authorization = await withCards(page, request);
    const post = async (path: string, data: object) => {
      const headers = { authorization, "idempotency-key": crypto.randomUUID() };
      const answer = await request.post(`${product.url}${path}`, { headers, data });
      expect(answer.ok(), await answer.text()).toBe(true);
      return (await answer.json()) as { account: { id: string } };
    };
    const { account } = await post("/api/finance/accounts", { name: "Daily", kind: "checking", currency: "EUR" });
    await post("/api/finance/transactions", {
      accountId: account.id,
      date: "2026-11-12",
      amount: -4200,
      payee: "Bakery",
    });
    await request.patch(`${product.url}/api/settings/preferences`, { headers: { authorization }, data: { theme } });
    for (const [path, ready] of [
      ["/finance/transactions", "Bakery"],
      ["/finance/summary", "Income"],
      ["/agents", "Plain editor"],
      ["/models", "Providers"],
      ["/transcribe", "Transcribe"],
    ] as const) {
      await page.goto(`${product.url}${path}`);
      await expect(page.getByRole("main").getByText(ready).first()).toBeVisible();
      expect.soft(await unseenStops(page, 12)).toEqual([]);
    }
  });

/** Width in px that a row's title is drawn at. */
const textWidth = (row: Locator) => row.getByRole("link").evaluate((link) => link.getBoundingClientRect().width);

test("keys work while a mail is read, and its last line is there", async ({ page, request }) => {
  const authorization = await withCards(page, request);
  const paragraphs = Array.from({ length: 12 }, (_, index) => `<p>Paragraph ${index + 1}</p>`).join("");
  const mail = [
    "From: Ada <ada@example.com>",
    "To: me@example.com",
    "Subject: Read me to the end",
    "Date: Fri, 20 Nov 2026 09:00:00 +0000",
    "Message-ID: <read-me@example.com>",
    "MIME-Version: 1.0",
    "Content-Type: text/html; charset=utf-8",
    "",
    `<h1>Top</h1>${paragraphs}<ul><li>The last line</li></ul>`,
  ].join("\r\n");
  const sent = await request.post(`${product.url}/api/items/import`, {
    headers: { authorization, "idempotency-key": crypto.randomUUID() },
    multipart: { files: { name: "mail.eml", mimeType: "message/rfc822", buffer: Buffer.from(mail) } },
  });
  expect(sent.ok()).toBe(true);
  await page.goto(`${product.url}/items/all?sort=created`);
  // The first mail that a product reads starts its readers.
  await rowOf(page, "Read me to the end").getByRole("link").click();
  const frame = page.locator("iframe");
  await expect(frame.contentFrame().getByText("The last line")).toBeVisible();
  await expect
    .poll(() =>
      frame.evaluate((element: HTMLIFrameElement) => {
        const root = element.contentDocument!.documentElement;
        return root.scrollHeight - root.clientHeight;
      }),
    )
    .toBe(0);
  await frame.contentFrame().getByText("Paragraph 3").click();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await frame.contentFrame().getByText("Paragraph 3").click();
  await page.keyboard.press("c");
  await expect(page.getByLabel("What to capture")).toBeFocused();
});

test("dialogs fit a phone, and go by touch", async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await withCards(page, request);
  await page.goto(`${product.url}/items/inbox?open=import`);
  const inside = async () => {
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await standsStill(page);
    expect(
      await dialog.evaluate((element) => [
        element.getBoundingClientRect().left >= 0,
        element.getBoundingClientRect().right <= innerWidth,
      ]),
    ).toEqual([true, true]);
    // Nothing inside is wider than the dialog either.
    expect(
      await dialog.evaluate(
        (element) =>
          [...element.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > innerWidth).length,
      ),
    ).toBe(0);
  };
  await inside();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.goto(`${product.url}/items/inbox`);
  await expect(rowOf(page, TITLES[2]!)).toBeVisible();
  await page.keyboard.press("j");
  for (const key of ["s", "t"]) {
    await expect(rowOf(page, TITLES[2]!)).toBeFocused();
    await page.keyboard.press(key);
    await inside();
    if (key === "t") {
      const cancel = await page.getByRole("button", { name: "Cancel", exact: true }).elementHandle();
      // The list grows with its tags, and its dialog with it: both are measured in one moment.
      await expect
        .poll(() =>
          page
            .getByRole("listbox")
            .evaluate(
              (list, below) => list.getBoundingClientRect().bottom - below!.getBoundingClientRect().top,
              cancel,
            ),
        )
        .toBeLessThanOrEqual(0);
    }
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("focus returns to the button that opened a dialog", async ({ page, request }) => {
  await withCards(page, request);
  await page.goto(`${product.url}/items/inbox`);
  const button = page.getByRole("button", { name: "Capture", exact: true }).first();
  await button.click();
  await expect(page.getByLabel("What to capture")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("a menu takes the keyboard from its button, and gives it back", async ({ page, request }) => {
  await withCards(page, request);
  await page.goto(`${product.url}/items/inbox`);
  const button = page.getByRole("button", { name: "Filter", exact: true });
  const menu = page.getByRole("menu", { name: "Filter" });
  await button.press("ArrowDown");
  await expect(menu.getByRole("menuitemcheckbox", { name: "Unread only" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("menuitemcheckbox", { name: "Any tag" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("menuitemcheckbox", { name: "Unread only" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Order/ })).toBeFocused();
});
