import { expect, type Page } from "@playwright/test";
import { itemsClient } from "@tessera/contracts-items/client.ts";
import { accessToken } from "@tessera/e2e/access-token.ts";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, someone } from "@tessera/e2e/person.ts";

/** The service of the cards over its own HTTP, as the person of the page. */
async function itemsOf(page: Page) {
  const token = await accessToken(page);
  return itemsClient((path, init) =>
    fetch(new URL(path, page.url()), { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } }),
  );
}

async function withAgent(page: Page) {
  await page.goto("/agents");
  await page.getByRole("button", { name: /^Plain editor/ }).click();
  await page.getByLabel("Search cards", { exact: true }).selectOption("Allow");
  await page.getByLabel("Read a card", { exact: true }).selectOption("Allow");
  await page.getByLabel("Create a card", { exact: true }).selectOption("Ask me");
}
async function save(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
}

test("an agent that is given some of the cards finds those alone, and its run says that others were left out", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/agents");
  const items = await itemsOf(page);
  for (const [title, tag] of [
    ["Harbour plan", "work"],
    ["Harbour diary", "home"],
  ] as const)
    await items.create({ type: "note", title, body: "The harbour opens on Monday.", tags: [tag] }, crypto.randomUUID());
  await withAgent(page);
  await page.getByLabel("Cards that it sees and changes").selectOption("Only some of them");
  await expect(page.getByText("Choose a type, or enter a tag.")).toBeVisible();
  await page.getByRole("checkbox", { name: "Note", exact: true }).press("Space");
  await page.getByLabel("With one of these tags, separated by commas").fill("work");
  await save(page);
  await expectAccessible(page);
  const address = page.url();

  await page.getByRole("textbox", { name: "Task", exact: true }).fill("When does the harbour open?");
  await page.getByRole("button", { name: "Start the run", exact: true }).press("Enter");
  await expect(
    page.getByText(/^This agent sees and changes only cards of the type Note with the tag work/),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Harbour plan" }).first()).toBeVisible();
  await expect(page.getByText("One card was left out: the agent may not see it.").first()).toBeVisible();
  await expect(page.getByText("Harbour diary")).toHaveCount(0);

  await page.goto(address);
  await page.getByRole("button", { name: "Versions…" }).press("Enter");
  const versions = page.getByRole("dialog", { name: "Versions" });
  await expect(versions.getByRole("table")).toContainText("Cards of the type Note with the tag work");
});

test("a schedule by a pattern shows its next times, and what it may do once", async ({ page, product }) => {
  await enter(page.context(), product, someone("tessera.example"));
  await withAgent(page);
  await save(page);
  await page.getByRole("button", { name: "Add a schedule" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New schedule" });
  await dialog.getByLabel("Task").fill("Write the week up");
  await dialog.getByLabel("Repeats").selectOption("By a pattern: cron or RRULE");
  await dialog.getByLabel("Pattern").fill("FREQ=MONTHLY;BYDAY=-1FR");
  await expect(dialog.getByRole("list", { name: "Next times" }).getByRole("listitem")).toHaveCount(5);
  await dialog.getByRole("button", { name: "Allow a tool once" }).press("Enter");
  await dialog.getByLabel("For").selectOption("Any run, with these values");
  await dialog.getByLabel("title").fill("Week");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add schedule" }).press("Enter");
  await expect(page.getByText("Allowed: Create a card, once with title “Week”")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Every month on last Friday at 08:00, Europe/Berlin" })).toBeVisible();
});

test("a rule gives a new card to an agent, whose run says so", async ({ page, product }) => {
  await enter(page.context(), product, someone("tessera.example"));
  await withAgent(page);
  await save(page);
  await page.goto("/items/rules");
  await page.getByRole("button", { name: "Add rule" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add a rule" });
  await dialog.getByLabel(/^Name/).fill("Leases");
  await dialog.getByLabel("Field").selectOption("Title");
  await dialog.getByRole("textbox", { name: "Title" }).fill("The lease");
  await dialog.getByRole("combobox", { name: "Action" }).selectOption("Pin it");
  await dialog.getByLabel("Give each new card to an agent").press("Space");
  await dialog.getByLabel("Agent", { exact: true }).selectOption("Plain editor");
  await dialog.getByLabel("Task").fill("When does the lease end?");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add rule" }).press("Enter");
  await expect(page.getByText(/pin it, give it to an agent/)).toBeVisible();
  const items = await itemsOf(page);
  const card = await items.create(
    { type: "note", title: "The lease", body: "It ends in August." },
    crypto.randomUUID(),
  );
  await page.goto("/agents");
  await page.getByRole("row").filter({ hasText: "Plain editor" }).click();
  await page
    .getByRole("link", { name: /When does the lease end/ })
    .first()
    .press("Enter");
  await expect(page.getByText("Started by your rule “Leases” for a new card")).toBeVisible();
  await expect(page.getByText("It ends in August.").filter({ visible: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "a new card" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`/items/note/${card.id}$`));
});
