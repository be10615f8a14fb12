import { expect, type Locator, type Page } from "@playwright/test";
import { itemsClient } from "@tessera/contracts-items/client.ts";
import { accessToken } from "@tessera/e2e/access-token.ts";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { chooseDark, enter, someone } from "@tessera/e2e/person.ts";

/** What the person has, and what they write a second time, months later. */
const LOCK = {
  title: "How the lock works",
  body: "The keeper opens the upper gates, and the boat goes in and makes fast with two lines. Once the gates are shut, water runs out through the culverts for nine minutes.",
};
const BREAD = {
  title: "Sourdough that rises",
  body: "Feed the starter in the evening, and knead the dough with cold water and flour in the morning. Bake it in an iron pot with its lid on for half an hour.",
};
const HEDGEHOGS = {
  title: "Hedgehogs in winter",
  body: "Hedgehogs sleep under leaves from November and must not be woken. Put a bowl of water out in spring, never milk, and leave the hedge as it is.",
};
const AGAIN = {
  lock: `${LOCK.body} The lower gates open last.`,
  bread: `${BREAD.body} Let it cool before it is cut.`,
  hedgehogs: `${HEDGEHOGS.body} They eat beetles.`,
};

const capturing = (page: Page) => page.getByLabel("What to capture");
const rows = (page: Page) => page.locator("[data-row]");
const said = (page: Page) => page.getByRole("region", { name: "Notifications" });
const likeThis = (page: Page) => page.getByRole("region", { name: "Like this card" });

/** Continues with Tab until this has the keyboard. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

async function pressButton(page: Page, name: string) {
  await tabTo(page, page.getByRole("button", { name }));
  await page.keyboard.press("Enter");
}

/** Opens the dialog and types; what is there already is named before anything is saved. */
async function typeAgain(page: Page, text: string, known: string) {
  await page.keyboard.press("c");
  await expect(capturing(page)).toBeFocused();
  await page.keyboard.insertText(text);
  const near = page.getByRole("dialog", { name: "Capture" }).getByRole("listitem").filter({ hasText: known });
  await expect(near).toContainText("Nearly the same");
  return near.getByRole("link", { name: known });
}

/** Captures what is typed all the same, and opens it from the list, in which it is the first of `count` rows. */
async function captureAndOpen(page: Page, count: number) {
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(rows(page)).toHaveCount(count);
  await page.keyboard.press("j");
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(likeThis(page)).toContainText("Nearly the same");
}

test("a near duplicate is named while it is typed, and opened, linked, continued or merged by keyboard alone", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/items/inbox");
  const token = await accessToken(page);
  const items = itemsClient((path, init) =>
    fetch(new URL(path, page.url()), { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } }),
  );
  for (const card of [LOCK, BREAD, HEDGEHOGS]) await items.create({ type: "note", ...card }, crypto.randomUUID());
  await page.goto("/items/inbox");
  await expect(rows(page)).toHaveCount(3);

  // The one that is there is what was meant: it is opened, and what was typed is kept.
  const known = await typeAgain(page, AGAIN.lock, LOCK.title);
  await expectAccessible(page);
  await tabTo(page, known);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("article", { name: LOCK.title })).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press("c");
  await expect(capturing(page)).toHaveValue(AGAIN.lock);

  // Saved all the same, and linked with it.
  await captureAndOpen(page, 4);
  await pressButton(page, `Link with “${LOCK.title}”`);
  await expect(said(page)).toContainText(`Linked “${LOCK.title}”`);
  await expect(page.getByRole("article")).toContainText(`See also ${LOCK.title}`);
  await expect(likeThis(page)).toHaveCount(0);

  await page.goto("/items/inbox");
  await typeAgain(page, AGAIN.bread, BREAD.title);
  await captureAndOpen(page, 5);
  await pressButton(page, `Continue “${BREAD.title}”`);
  await expect(said(page)).toContainText(`Continues “${BREAD.title}”`);
  await expect(page.getByRole("article")).toContainText(`Continues ${BREAD.title}`);
  await expect(likeThis(page)).toHaveCount(0);

  // On a phone with a keyboard, in the dark theme: one card is made of the two.
  await chooseDark(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/items/inbox");
  await typeAgain(page, AGAIN.hedgehogs, HEDGEHOGS.title);
  await expectAccessible(page);
  await captureAndOpen(page, 6);
  await expectAccessible(page);
  await pressButton(page, `Merge into “${HEDGEHOGS.title}”`);
  await expect(said(page)).toContainText(`Merged with “${HEDGEHOGS.title}”`);
  const whole = page.getByRole("article", { name: HEDGEHOGS.title });
  await expect(whole).toContainText("They eat beetles.");
  await expect.poll(async () => (await items.list({ status: "inbox" })).items.length).toBe(5);
});
