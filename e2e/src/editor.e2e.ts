import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter } from "./person.ts";

/** Notes written in the editor: blocks from the menu, tasks, what is pasted, drafts, earlier texts, two tabs. */
const text = (page: Page) => page.getByRole("textbox", { name: "Text" });
const editor = (page: Page) => page.locator(".cm-content");

async function capture(page: Page, words: string) {
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  await page.getByLabel("What to capture").fill(words);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Capture" })).toHaveCount(0);
}

async function openEditor(page: Page, title: string) {
  await page.getByRole("row").filter({ hasText: title }).first().click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(editor(page)).toBeFocused();
}

const paste = (page: Page, data: Record<string, string>) =>
  editor(page).evaluate((element, types) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(types)) clipboardData.setData(type, value);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);

/** Runs in the page: pastes a picture as a browser does after a screenshot. */
async function pasteImage(element: Element) {
  const canvas = document.createElement("canvas");
  const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), "image/png"));
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([blob], "image.png", { type: "image/png" }));
  element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

test("a note is written in the editor, and nothing of it is lost", async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url });
  await enter(context, product, `writer-${crypto.randomUUID().slice(0, 8)}@tessera.example`);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto("/items/inbox");
  await capture(page, "# Kitchen\nThe plan.");
  await openEditor(page, "Kitchen");

  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\n/tas");
  await expect(page.getByRole("option", { name: /^Task/ })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("measure\norder **oak**");
  await expect(page.locator(".cm-strong", { hasText: "oak" })).toBeVisible();
  await page.getByRole("checkbox", { name: "measure" }).check();
  await paste(page, {
    "text/html": "<p>See <b>this</b></p><table><tr><th>a</th></tr><tr><td>1</td></tr></table>",
    "text/plain": "x",
  });
  await expect(page.locator(".cm-table")).toHaveCount(3);

  await editor(page).evaluate(pasteImage);
  await expect(page.getByRole("img", { name: /^Pasted image/ })).toBeVisible();

  await page.getByRole("button", { name: "Source", exact: true }).click();
  await expect(text(page)).toHaveValue(
    /^The plan\.\n\n- \[x\] measure\n- \[ \] order \*\*oak\*\*See \*\*this\*\*\n\n\| a \|/,
  );
  await page.getByRole("button", { name: "Formatted", exact: true }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  const oak = page.getByRole("checkbox", { name: /^order oak/ });
  await oak.click();
  await expect(oak).toBeChecked();

  // What was typed outlives a reload, with no pause for saving.
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Typed last. ");
  await page.reload();
  await expect(page.getByText("Typed last. The plan.", { exact: true })).toBeVisible();

  // Two tabs write other lines of one text: both are kept, and nobody is asked.
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.route("**/api/items/*", (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await expect(editor(other)).toBeFocused();
  await other.keyboard.press("Control+End");
  await other.keyboard.type("\nfrom the other tab");
  await expect(other.getByText("Saving…")).toHaveCount(0);
  await page.unroute("**/api/items/*");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Here. ");
  await expect(editor(page)).toContainText("from the other tab");
  await expect(editor(page)).toContainText("Here. Typed last.");
  await expect(page.getByText("Changed elsewhere")).toHaveCount(0);

  await page.getByRole("button", { name: "Earlier texts", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Earlier texts" });
  await expect(dialog.getByRole("region", { name: "Text of then" })).toContainText("The plan.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Restore this text" }).click();
  await expect(editor(page)).toHaveText("The plan.");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(editor(page)).toContainText("from the other tab");
  expect(complaints.filter((line) => /Content Security|Trusted|editor/i.test(line))).toEqual([]);
  await context.close();
});
