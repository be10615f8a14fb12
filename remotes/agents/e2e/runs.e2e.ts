import { expect } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { addProvider } from "@tessera/e2e/model-provider.ts";
import { enter, someone } from "@tessera/e2e/person.ts";
import { type ModelServer, startModelServer } from "@tessera/testing/model-server.ts";

let models: ModelServer;
test.beforeAll(async () => {
  models = await startModelServer();
});
test.afterAll(() => models?.stop());

test("a run asks before it keeps a card, takes what the person changed, and the queue decides the next", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await addProvider(page, models.url);

  await page.goto("/agents");
  await page.getByRole("button", { name: /^Plain editor/ }).click();
  await page.getByLabel("Model", { exact: true }).selectOption("small");
  await page.getByLabel("Create a card", { exact: true }).selectOption("Ask me");
  await page.getByLabel("Search cards", { exact: true }).selectOption("Allow");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expectAccessible(page);

  models.answers = [
    { toolCalls: [{ name: "search_cards", arguments: { words: "milk" } }], reasoning: "Perhaps it is there." },
    { toolCalls: [{ name: "create_card", arguments: { title: "Buy milk" } }], omitsIndex: true },
    { pieces: ["The card is ", "**kept**."] },
  ];
  await page.getByLabel("Task", { exact: true }).fill("Remind me of milk");
  await page.getByRole("button", { name: "Start the run", exact: true }).click();
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}\/runs\/[0-9a-f-]{36}$/);
  const steps = page.getByRole("list", { name: "Steps", exact: true });
  await expect(steps.getByLabel("Title", { exact: true })).toHaveValue("Buy milk");
  await expectAccessible(page);
  await steps.getByLabel("Title", { exact: true }).fill("Buy oat milk");
  await page.reload();
  await expect(steps.getByLabel("Title", { exact: true })).toHaveValue("Buy milk");
  await steps.getByLabel("Title", { exact: true }).fill("Buy oat milk");
  await steps.getByRole("button", { name: "Allow once", exact: true }).click();
  await expect(steps.getByText("kept", { exact: true })).toBeVisible();
  await expect(steps).toContainText("You changed it");
  await expectAccessible(page);
  await steps.getByRole("link", { name: "Open", exact: true }).click();
  await expect(page.getByText("Buy oat milk").first()).toBeVisible();

  await page.goto("/agents");
  await page.getByRole("row").filter({ hasText: "Plain editor" }).click();
  models.answers = [
    { toolCalls: [{ name: "create_card", arguments: { title: "Buy bread" } }] },
    { pieces: ["Not kept."] },
  ];
  await page.getByLabel("Task", { exact: true }).fill("And of bread");
  await page.getByRole("button", { name: "Start the run", exact: true }).click();
  await expect(steps.getByLabel("Title", { exact: true })).toHaveValue("Buy bread");
  const run = page.url();
  await page.goto("/queue");
  await page.getByRole("row").filter({ hasText: "title: Buy bread" }).click();
  // A page that is left may not send what it was about to.
  const decided = page.waitForResponse((answer) => answer.url().endsWith("/api/queue/entries/decisions"));
  await page.getByRole("button", { name: "Refuse", exact: true }).first().click();
  await decided;
  await page.goto(run);
  await expect(steps).toContainText("The person refused.");
  await expect(steps.getByText("Not kept.")).toBeVisible();
  await steps.getByRole("button", { name: "Continue from step 3", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "OK", exact: true }).click();
  await expect(page.getByText(/Began before step 3/)).toBeVisible();
  await expect(steps.getByText("You said:")).toBeVisible();

  // Beside the run that it was made from: the same steps first, then what the model said otherwise.
  await page.getByRole("link", { name: "Compare with it", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Compare runs", exact: true })).toBeVisible();
  const differs = page.getByRole("table", { name: "What differs", exact: true });
  await expect(differs.getByRole("row", { name: /^Duration/ })).toBeVisible();
  await expect(differs.getByRole("row", { name: /^State/ })).toBeHidden();
  const compared = page.getByRole("list", { name: "Steps of both runs", exact: true }).locator("> li");
  await expect(compared).toHaveCount(3);
  await expect(compared.first()).toContainText("the same in both");
  await expect(compared.last()).toContainText("Differs: answer of the model");
  await expect(compared.last()).toContainText("Not kept.");
  await expect(compared.last()).toContainText("You said:");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(compared.first()).toContainText("Differs: answer of the model");
  await expect(differs.getByRole("row", { name: /^Duration/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: "light" });
  await expect(compared.first()).toContainText("the same in both");

  await page.goto("/agents");
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  const rows = page.getByRole("grid", { name: "Runs", exact: true }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search runs")).toBeFocused();
  await page.keyboard.type("the CARD is");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/\/agents\/runs\?q=the\+CARD\+is$/);
  await rows.filter({ hasText: "Remind me of milk" }).click();
  await expect(steps.getByText("kept", { exact: true })).toBeVisible();
  await page.goBack();
  await page.getByLabel("Search runs").fill("butter");
  await page.getByRole("button", { name: "Show all runs", exact: true }).click();
  await expect(rows).toHaveCount(3);

  // Any two, by keyboard alone.
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("compare two runs");
  await expect(page.getByRole("option", { name: /Compare two runs of agents/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Choose the first of two runs to compare.")).toBeVisible();
  await rows.first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Choose the run to compare it with.")).toBeVisible();
  await rows.last().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/agents\/runs\/compare\?one=[0-9a-f-]{36}&other=[0-9a-f-]{36}$/);
  await expect(differs.getByRole("row", { name: /^Task/ })).toContainText("Remind me of milk");
});
