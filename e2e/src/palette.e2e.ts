import { expect, type Page } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter, someone } from "./person.ts";

/** Cards with the same words: more than the palette lists. */
const CARDS = 12;

const selected = (page: Page) => page.getByRole("dialog").getByRole("option", { selected: true });

async function openPalette(page: Page) {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search, or jump to a page" })).toBeFocused();
}

/** Types into the palette that is open, and waits for all that is found: last of all stands what can be captured. */
async function find(page: Page, text: string) {
  await page.keyboard.type(text);
  await expect(page.getByRole("option").last()).toContainText(`Capture: “${text}”`);
}

/** The palette, by keyboard alone: places, cards, actions with their arguments, and what nobody has written yet. */
test("the palette finds, acts and creates by keyboard alone", async ({ page, product }) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/queue");
  const headers = { authorization: `Bearer ${await accessToken(page)}` };
  for (let at = 1; at <= CARDS; at += 1) {
    const data = { type: at === 1 ? "task" : "note", title: `Quokka grove ${at}`, tags: at === 2 ? ["zoo"] : [] };
    const each = { ...headers, "idempotency-key": crypto.randomUUID() };
    expect((await page.request.post("/api/items", { headers: each, data })).status()).toBe(201);
  }

  // Where no code of the cards has come yet, they are found; of many all are a step away.
  await page.goto("/settings/profile");
  await expect(page.getByRole("heading", { name: "Profile", exact: true }).first()).toBeVisible();
  await openPalette(page);
  await find(page, "quokka grove");
  await expect(selected(page)).toContainText("Quokka grove");
  await expectAccessible(page);
  for (let step = 0; step < 8; step += 1) await page.keyboard.press("ArrowDown");
  await expect(selected(page)).toHaveText(/^Show all 12 cards with “quokka grove”/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=quokka(%20|\+)grove/);

  // Qualifiers, as in the search.
  await openPalette(page);
  await find(page, "quokka type:task");
  await expect(page.getByRole("option").filter({ hasText: "Quokka grove" })).toHaveCount(1);
  await expect(selected(page)).toContainText("Quokka grove 1");
  await page.keyboard.press("Enter");
  const card = page.getByRole("article", { name: "Quokka grove 1" });
  await expect(card).toBeVisible();

  // Where a card is open, what can be done there is first; one of it takes an argument.
  await page.goto("/items/inbox");
  const row = page.getByRole("row").filter({ hasText: "Quokka grove 12" });
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "Quokka grove 12" })).toBeVisible();
  await openPalette(page);
  // Whichever of card and list came first, its own actions stand before those of the list.
  await expect(selected(page)).toContainText("Archive");
  // All rows are drawn once the list is moved.
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("listbox")).toContainText(/^This card.*About this card.*This list.*Select all.*Pages/s);
  await find(page, "snooze until friday");
  await expect(selected(page)).toContainText(/^Snooze until .*Fri/);
  await page.keyboard.press("Enter");
  await expect(row).toHaveCount(0);

  // What nothing is called becomes a card.
  await openPalette(page);
  await find(page, "Feed the quokkas");
  await page.keyboard.press("ArrowUp");
  await expect(selected(page)).toContainText("Capture: “Feed the quokkas”");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("What to capture")).toHaveValue("Feed the quokkas");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("row").filter({ hasText: "Feed the quokkas" })).toBeVisible();

  // What is chosen often is offered before it is typed.
  await openPalette(page);
  await page.keyboard.type("finance");
  await expect(selected(page)).toContainText("Finance");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/finance/);
  await openPalette(page);
  await expect(page.getByText("Used most")).toBeVisible();
  await expect(selected(page)).toContainText("Finance");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog").getByRole("combobox")).toHaveCount(0);
});
