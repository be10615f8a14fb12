import { expect, type Page } from "@playwright/test";
import { itemsClient } from "@tessera/contracts-items/client.ts";
import { accessToken } from "@tessera/e2e/access-token.ts";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, someone } from "@tessera/e2e/person.ts";
import { financeOf } from "./testing/books.ts";

const STATEMENT = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>8601<ACCTID>86011117947<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
<STMTTRN><TRNTYPE>POS<DTPOSTED>20261104<TRNAMT>-12.40<FITID>a1<NAME>CORNER BAKERY BERLIN</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261105<TRNAMT>-980.00<FITID>a2<NAME>Landlord</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
const RECEIPT = [
  ["Corner Bakery"],
  ["High Street 12"],
  ["Date: 03.11.2026  08:15"],
  ["Wholemeal bread", "4,90 EUR"],
  ["Apple cake", "7,50 EUR"],
  ["TOTAL", "12,40 EUR"],
  ["VISA", "12,40 EUR"],
];

/** A photo of a receipt, as a browser draws it. */
async function photo(page: Page, lines: string[][]): Promise<Buffer> {
  const paper = await page.context().newPage();
  const rows = lines.map((parts) => `<div>${parts.map((part) => `<span>${part}</span>`).join("")}</div>`);
  await paper.setContent(`<style>
    main { width: 340px; padding: 24px; background: #fdfdfa; color: #222; font: 20px/1.5 "Liberation Sans", sans-serif }
    div { display: flex; justify-content: space-between }
  </style><main>${rows.join("")}</main>`);
  const picture = await paper.locator("main").screenshot();
  await paper.close();
  return picture;
}

async function withStatement(page: Page): Promise<void> {
  const finance = await financeOf(page);
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR" }, crypto.randomUUID());
  const form = new FormData();
  form.set("file", new Blob([STATEMENT]), "november.ofx");
  const { id } = await finance.readFile(form, crypto.randomUUID());
  await finance.commit(id, { statements: [{ statement: 0, accountId: account.id }] }, crypto.randomUUID());
}

/** The service of the cards over its own HTTP, as the person of the page. */
async function itemsOf(page: Page) {
  const token = await accessToken(page);
  return itemsClient((path, init) =>
    fetch(new URL(path, page.url()), { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } }),
  );
}

/** A mail with a picture attached. */
const mailWith = (picture: Buffer) =>
  [
    ...["From: Corner Bakery <shop@bakery.example>", "To: me@tessera.example", "Subject: Thank you for your visit"],
    ...[
      "Date: Tue, 3 Nov 2026 09:00:00 +0000",
      "MIME-Version: 1.0",
      "Content-Type: multipart/mixed; boundary=part",
      "",
    ],
    ...["--part", "Content-Type: text/plain", "", "Your receipt is attached.", "--part"],
    ...["Content-Type: image/png", "Content-Disposition: attachment; filename=receipt.png"],
    ...[
      "Content-Transfer-Encoding: base64",
      "",
      picture.toString("base64").replace(/.{76}/g, "$&\r\n"),
      "--part--",
      "",
    ],
  ].join("\r\n");

/** A mail that is a receipt itself. */
const ORDER = [
  ...["From: Corner Bakery <shop@bakery.example>", "To: me@tessera.example", "Subject: Your order"],
  ...["Date: Tue, 3 Nov 2026 09:00:00 +0000", "MIME-Version: 1.0", "Content-Type: text/plain", ""],
  ...["Thank you.", "", "Wholemeal bread 4.90 EUR", "Apple cake 7.50 EUR", "Total: 12.40 EUR", ""],
].join("\r\n");

test("a photo of a receipt is read, matched, corrected, undone, and seen at its transaction", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/receipts");
  await expect(page.getByText("Drop photos or PDFs of receipts here")).toBeVisible();
  await expectAccessible(page);
  await withStatement(page);
  const file = { name: "bakery.png", mimeType: "image/png", buffer: await photo(page, RECEIPT) };
  await page.getByLabel("Files of receipts").setInputFiles(file);
  const row = page.getByRole("row").filter({ hasText: "Corner Bakery" });
  await expect(row).toContainText("Matched");
  await expect(row).toContainText("€12.40");
  const receipt = page.getByRole("region", { name: "The receipt" });
  await expect(receipt.getByRole("img", { name: /^Receipt/ })).toBeVisible();
  await expect(receipt.getByRole("region", { name: "Transaction" })).toContainText("Matched automatically");
  const lines = receipt.getByRole("region", { name: "Lines" });
  await expect(lines).toContainText("The lines add up to €12.40, the total.");
  await expectAccessible(page);

  await receipt.getByLabel("Total").fill("12.90");
  await receipt.getByLabel("Total").press("Enter");
  await expect(receipt.getByText("Set by you.")).toBeVisible();
  await expect(row).toContainText("€12.90");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone: Receipt corrected.")).toBeVisible();
  await expect(receipt.getByLabel("Total")).toHaveValue("12.40");

  await page
    .getByRole("navigation", { name: "Finance", exact: true })
    .getByRole("link", { name: "Transactions" })
    .click();
  const booked = page.getByRole("row").filter({ hasText: "CORNER BAKERY" });
  await expect(booked).toBeVisible();
  // A new page takes the focus once, which must not leave the row again.
  await expect(page.getByRole("main")).toBeFocused();
  await booked.press("Shift+E");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Split by its lines" }).click();
  await expect(dialog.getByText("Apple cake")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(booked).toContainText("Split in 2");
  await page
    .getByRole("row")
    .filter({ hasText: "CORNER BAKERY" })
    .getByRole("link", { name: "Receipt Corner Bakery" })
    .click();
  await expect(page).toHaveURL(/\/finance\/receipts\?receipt=/);
  await receipt.getByRole("button", { name: "Detach" }).click();
  await expect(row).toContainText("Unmatched");
  await page.keyboard.press("z");
  await expect(row).toContainText("Matched");

  await lines.getByRole("button", { name: "Delete line 2, Apple cake" }).click();
  await expect(lines).toContainText("€7.50 less than the total");
  await page.keyboard.press("z");
  await expect(lines).toContainText("€12.40, the total.");
});

test("an image that was kept becomes a receipt in place, and an image again", async ({ page, product }) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/receipts");
  const items = await itemsOf(page);
  const form = new FormData();
  form.set("files", new Blob([new Uint8Array(await photo(page, RECEIPT))]), "kept.png");
  const { id } = await items.upload(form, crypto.randomUUID());
  await page.goto(`/items/image/${id}`);
  await expect(page.getByRole("article").getByText("Apple cake", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "This is a receipt" }).click();
  await expect(page.getByLabel("Shop")).toHaveValue("Corner Bakery");
  await expect(page.getByLabel("Total")).toHaveValue("12.40");
  await page.getByRole("button", { name: "Not a receipt" }).click();
  await expect(page.getByRole("button", { name: "This is a receipt" })).toBeVisible();
});

test("a file of a mail becomes a receipt, which is matched and leads back to the mail", async ({ page, product }) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/receipts");
  await withStatement(page);
  const form = new FormData();
  form.set("files", new Blob([mailWith(await photo(page, RECEIPT))]), "visit.eml");
  await (await itemsOf(page)).startImport(form, crypto.randomUUID());
  await page.goto("/items/mail");
  await page.getByRole("row").filter({ hasText: "Thank you for your visit" }).click();
  const kept = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
  await page.getByRole("button", { name: "This is a receipt", exact: true }).click();
  await kept;
  const notes = page.getByRole("region", { name: "Notifications" });
  await expect(notes.getByText("Made “receipt.png” a receipt")).toBeVisible();
  await page.goto("/finance/receipts");
  await expect(page.getByRole("row").filter({ hasText: "Corner Bakery" })).toContainText("Matched");
  await page
    .getByRole("region", { name: "The receipt" })
    .getByRole("link", { name: "Thank you for your visit" })
    .click();
  await expect(page.getByRole("article").getByText("Your receipt is attached.")).toBeVisible();
});

test("a mail of what was paid is matched, and becomes a receipt that leads back to it", async ({ page, product }) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/receipts");
  await withStatement(page);
  const form = new FormData();
  form.set("files", new Blob([ORDER]), "order.eml");
  await (await itemsOf(page)).startImport(form, crypto.randomUUID());
  // It says what was paid, so it is matched as the mail that it is.
  const matched = page.getByRole("row").filter({ hasText: "From a mail" });
  await expect(matched).toContainText("Matched");
  await matched.click();
  await expect(page.getByRole("region", { name: "What the mail says" })).toContainText("Apple cake 7.50 EUR");
  await expectAccessible(page, "a mail that is a receipt");
  await page.getByRole("link", { name: "Your order" }).click();
  await expect(page).toHaveURL(/\/items\/mail\//);
  const kept = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
  await page.getByRole("button", { name: "This is a receipt", exact: true }).click();
  await kept;
  await page.goto("/finance/receipts");
  // The card that was made of it takes its place.
  await expect(matched).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: "Corner Bakery" })).toContainText("Matched");
  const receipt = page.getByRole("region", { name: "The receipt" });
  await expect(receipt.getByLabel("Total")).toHaveValue("12.40");
  await receipt.getByRole("link", { name: "Your order" }).click();
  await expect(page.getByRole("article").getByText("Thank you.", { exact: false })).toBeVisible();
});

test("an unclear receipt asks in the queue, is linked by a key, and asks again when that is undone", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/receipts");
  const finance = await financeOf(page);
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR" }, crypto.randomUUID());
  const paid = { accountId: account.id, date: "2026-11-04", amount: -1240, payee: "Card 4711" };
  await finance.createTransaction(paid, crypto.randomUUID());
  const form = new FormData();
  form.set("files", new Blob([`Corner Bakery\n${ORDER.split("Thank you.")[1]}Date: 2026-11-03`]), "order.txt");
  await (await itemsOf(page)).upload(form, crypto.randomUUID(), { type: "receipt" });
  await page.goto("/queue");
  const entry = page.getByRole("row").filter({ hasText: "Receipt Corner Bakery, 12.40 EUR" });
  await entry.click();
  await expect(page.getByRole("main").getByText("Card 4711 on 2026-11-04, -12.40 EUR").last()).toBeVisible();
  await expectAccessible(page);
  const decided = () =>
    page.waitForResponse(
      (answer) => answer.url().includes("/api/queue/entries/") && answer.request().method() !== "GET",
    );
  const linked = decided();
  await page.keyboard.press("1");
  await linked;
  await expect(async () => expect((await finance.receipts()).items[0]?.state).toBe("matched")).toPass();
  const back = decided();
  await page.keyboard.press("z");
  await back;
  await expect(async () => expect((await finance.receipts()).items[0]?.state).toBe("review")).toPass();
  await expect(entry).toBeVisible();
});
