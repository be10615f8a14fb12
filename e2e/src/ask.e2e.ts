import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter, someone } from "./person.ts";
import type { Product } from "./product.ts";

/** Questions about cards, from wherever they are shown: by key on a desk, by finger on a phone. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

const LEASE = "The lease runs until 31 August 2027.";
const CARDS = [
  { title: "Lease", body: `Signed in March.\n\n${LEASE} It is cheap.` },
  { title: "Other lease", body: "The other lease runs until 1 May 2030." },
  { title: "Ferry", body: "It leaves the harbour at ten." },
];

/** A person with the cards. @returns the ids by title */
async function withCards(page: Page, request: APIRequestContext): Promise<Map<string, string>> {
  await enter(page.context(), product, someone("tessera.example"));
  const authorization = `Bearer ${await accessToken(page)}`;
  const ids = new Map<string, string>();
  for (const card of CARDS) {
    const answer = await request.post(`${product.url}/api/items`, {
      headers: { authorization, "idempotency-key": crypto.randomUUID() },
      data: { type: "note", ...card },
    });
    expect(answer.ok()).toBe(true);
    ids.set(card.title, (await answer.json()).item?.id ?? (await answer.json()).id);
  }
  return ids;
}
const dialog = (page: Page) => page.getByRole("dialog", { name: "Ask", exact: true });
const question = (page: Page) => dialog(page).getByRole("textbox");
const conversation = (page: Page) => dialog(page).getByRole("log", { name: "Conversation" });
const row = (page: Page, title: string) => page.locator("[data-row]").filter({ hasText: title });

test("a card is asked about from the palette, and its citation opens it at the sentence", async ({ page, request }) => {
  const ids = await withCards(page, request);
  await page.goto(`/items/note/${ids.get("Lease")}`);
  await expect(page.locator("[data-card]")).toContainText(LEASE);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("ask about this");
  await page.keyboard.press("Enter");
  await expect(question(page)).toBeFocused();
  await expect(dialog(page).getByRole("button", { name: "Leave out: Lease", exact: true })).toBeVisible();
  await page.keyboard.type("When does the lease end?");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(conversation(page).getByRole("link", { name: "Lease", exact: true }).first()).toBeVisible();
  await expect(conversation(page)).toContainText(LEASE);
  await expect(conversation(page)).not.toContainText("2030");
  await expect(question(page)).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.type("Who mends the boiler?");
  await page.keyboard.press("Enter");
  await expect(conversation(page)).toContainText("No sentence in this card answers this.");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();

  // From anywhere, with what was typed.
  await page.goto("/settings/models");
  await expect(page.getByRole("button", { name: "Add provider", exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("when does the other lease end");
  await expect(page.getByRole("option", { name: /Ask my cards: “when does/ })).toBeVisible();
  // The last of all is to capture it.
  await expect(page.getByRole("option").last()).toContainText("Capture: “when does the other lease end”");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(question(page)).toHaveValue("when does the other lease end");
  await page.keyboard.press("Enter");
  await expect(conversation(page)).toContainText("1 May 2030");
  await page.keyboard.press("Shift+Tab");
  const cited = conversation(page).locator("a:focus");
  await expect(cited).toHaveAttribute("href", /\?cite=/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/items\/note\/[0-9a-f-]{36}\?cite=/);
  await expect(dialog(page)).toBeHidden();
  await expect(page.locator("[data-card]")).toBeVisible();

  // What is asked about all cards is kept from its first question, too.
  await page.goto("/items/thread");
  await row(page, "when does the other lease end").click();
  await expect(page.locator("[data-card]")).toContainText("1 May 2030");
});

test("what is selected and what was found are asked about by key, and the run keeps the question", async ({
  page,
  request,
}) => {
  await withCards(page, request);
  await page.goto("/items/note");
  await expect(row(page, "Ferry")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("q");
  await expect(dialog(page)).toContainText("About these 2 cards:");
  await expect(dialog(page).getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  await page.goto("/search?q=lease");
  await expect(row(page, "Other lease")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("ask about these");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText("About these 2 results:");
  await page.keyboard.type("Until when does the lease run?");
  await page.keyboard.press("Enter");
  await expect(conversation(page)).toContainText("2027");
  await expect(conversation(page)).toContainText("2030");
  await conversation(page).getByRole("link", { name: "Open as run", exact: true }).click();
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("list", { name: "Steps", exact: true })).toContainText("Read the cards you gave");
  await expect(page.getByText("Until when does the lease run?")).toBeVisible();
  await expectAccessible(page);

  // The conversation is a card as well: in its list, and found by the words of its answer.
  await page.goto("/items/thread");
  await expect(row(page, "Until when does the lease run?")).toBeVisible();
  await page.goto("/search?q=type:thread%202030");
  await expect(row(page, "Until when does the lease run?")).toBeVisible();
  await row(page, "Until when does the lease run?").click();
  const card = page.locator("[data-card]");
  await expect(card).toContainText("1 May 2030");
  await expectAccessible(page);
  await card.getByRole("link", { name: "Go to conversation", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}\/runs\/[0-9a-f-]{36}$/);
  // The address changes before the card, whose title is the question, gives way to the run.
  await expect(page.getByRole("list", { name: "Steps", exact: true })).toBeVisible();
  await expect(page.getByText("Until when does the lease run?")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" });

  test("a card is asked about from its menu, and a card that is gone is said to be", async ({ page, request }) => {
    const ids = await withCards(page, request);
    await page.goto(`/items/note/${ids.get("Lease")}`);
    await expect(page.locator("[data-card]")).toContainText(LEASE);
    await page.getByRole("button", { name: "More for this card" }).click();
    await page.getByText("Ask about this card…").click();
    await question(page).fill("When does the lease end?");
    await dialog(page).getByRole("button", { name: "Ask", exact: true }).click();
    await expect(conversation(page)).toContainText(LEASE);
    await expectAccessible(page);

    const authorization = `Bearer ${await accessToken(page)}`;
    const lease = `${product.url}/api/items/${ids.get("Lease")}`;
    // To the trash, and from there for good.
    for (const status of [200, 404]) {
      const { etag = "" } = (await request.get(lease, { headers: { authorization } })).headers();
      await request.delete(lease, { headers: { authorization, "if-match": etag } });
      const left = await request.get(lease, { headers: { authorization } });
      expect(left.status()).toBe(status);
    }
    await question(page).fill("And now?");
    await dialog(page).getByRole("button", { name: "Ask", exact: true }).click();
    await expect(conversation(page)).toContainText("One of the cards does not exist any more.");
    await expectAccessible(page);
  });
});
