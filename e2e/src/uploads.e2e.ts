import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { chooseDark, enter, someone } from "./person.ts";

const FIXTURES = path.resolve(import.meta.dirname, "../../services/items/src/files/fixtures");
const IMAGE = readFileSync(path.join(FIXTURES, "upside-down.png"));
/** A PDF of one page that says so. */
const PDF = Buffer.from(
  [
    "%PDF-1.4",
    "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj",
    "2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj",
    "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj",
    "4 0 obj\n<< /Length 57 >>\nstream\nBT /F1 24 Tf 72 720 Td (Invoice for rhubarb seeds) Tj ET\n\nendstream\nendobj",
    "5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj",
    "trailer << /Size 6 /Root 1 0 R >>\n%%EOF",
  ].join("\n"),
);

/** Drops files on the list that is shown, as a file manager does. */
async function drop(page: Page, files: { name: string; type: string; content: Buffer }[]) {
  const data = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ content, ...file }) => ({ ...file, base64: content.toString("base64") })),
  );
  const list = page.getByRole("region", { name: "Inbox" }).first();
  for (const event of ["dragenter", "dragover", "drop"])
    await list
      .getByRole("grid")
      .or(page.getByText("Your inbox is empty"))
      .first()
      .dispatchEvent(event, { dataTransfer: data });
}

test("an image and a PDF are dropped, shown, and found by a word inside", async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.url });
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/items/inbox");
  await expect(page.getByText("Your inbox is empty")).toBeVisible();
  await drop(page, [
    { name: "letter.png", type: "image/png", content: IMAGE },
    { name: "scan0001.pdf", type: "application/pdf", content: PDF },
  ]);
  await expect(page.getByText("Kept 2 files").first()).toBeVisible();
  const image = page.getByRole("row").filter({ hasText: "letter" });
  const pdf = page.getByRole("row").filter({ hasText: "scan0001" });
  await expect(pdf).toContainText("PDF · 1 page");

  await image.click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("letter");
  await expect(page.getByRole("img", { name: "letter" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Text in the image" })).toContainText("quick brown dog");
  await expectAccessible(page);
  await page.getByRole("button", { name: "View", exact: true }).click();
  const viewer = page.getByRole("dialog", { name: "letter" });
  await viewer.getByRole("button", { name: /^Zoom in/ }).click();
  await expect(viewer.getByRole("status")).toHaveText(/\d+%/);
  await viewer.getByRole("button", { name: "Open the original" }).click();
  await expect(viewer.getByRole("button", { name: /original$/ })).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);

  await pdf.click();
  await expect(page.getByRole("region", { name: "Text", exact: true })).toContainText("Invoice for rhubarb seeds");
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  expect((await downloaded).suggestedFilename()).toBe("scan0001.pdf");

  // The same bytes again are the same card.
  await drop(page, [{ name: "copy.pdf", type: "application/pdf", content: PDF }]);
  await expect(page.getByText("You already had this; moved to the top").first()).toBeVisible();

  await page.goto("/search?q=rhubarb");
  await expect(page.getByRole("row").filter({ hasText: "scan0001" })).toBeVisible();
  await page.goto("/search?q=quick+brown+dog+type:image");
  await expect(page.getByRole("row").filter({ hasText: "letter" })).toBeVisible();

  await chooseDark(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/items/image");
  await page.getByRole("row").filter({ hasText: "letter" }).click();
  await expect(page.getByRole("img", { name: "letter" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.context().close();
});
