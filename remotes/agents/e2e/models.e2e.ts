import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, someone } from "@tessera/e2e/person.ts";
import { type ModelServer, startModelServer } from "@tessera/testing/model-server.ts";

let models: ModelServer;
test.beforeAll(async () => {
  models = await startModelServer();
  models.key = "sk-local";
});
test.afterAll(() => models?.stop());

const answerOf = (page: Page, model: string) => page.getByRole("region", { name: `Answer of ${model}`, exact: true });

test("a provider is added, two of its models answer side by side, and an agent asks them [route.models] [route.settings-models] [route.agents]", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/models");
  await page.getByRole("button", { name: "Add a provider under Settings", exact: true }).click();
  await expect(page).toHaveURL(/\/settings\/models$/);
  await page.getByRole("button", { name: "Add provider", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Workshop");
  await dialog.getByLabel("Base URL").fill(models.url);
  await dialog.getByLabel("Key").fill("sk-wrong");
  await dialog.getByRole("button", { name: "Add provider", exact: true }).click();
  const row = page.getByRole("list", { name: "Providers" }).getByRole("listitem").filter({ hasText: "Workshop" });
  await expect(row).toContainText("Does not work");
  await expect(row).toContainText("Workshop refused the key (401). Check it under Settings, Models.");

  await row.getByRole("button", { name: "Change Workshop", exact: true }).click();
  await dialog.getByLabel("Key").fill("sk-local");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(row).toContainText("Works");
  await expect(row).toContainText("2 models");
  await page.getByLabel("Comparison").selectOption("large");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "All models", exact: true }).click();
  const large = page.getByRole("row").filter({ hasText: "large" });
  await large.focus();
  await page.keyboard.press("Shift+E");
  await dialog.getByLabel("Input", { exact: true }).fill("3");
  await dialog.getByLabel("Output", { exact: true }).fill("15");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(large).toContainText(/\$3\.00 in, (US)?\$15\.00 out per million tokens/);
  await expectAccessible(page);

  models.answers = [
    { model: "small", pieces: ["First half", " never"], holdBefore: 1 },
    { model: "large", pieces: ["Good ", "**morning**"], usage: { prompt_tokens: 100, completion_tokens: 10 } },
  ];
  await page.getByRole("row").filter({ hasText: "small" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue(/.+/);
  await page.getByLabel("Compare with").selectOption({ label: "large (your default)" });
  await page.getByLabel("Prompt", { exact: true }).fill("Greet me");
  await page.keyboard.press("Control+Enter");
  await expect(answerOf(page, "large")).toContainText("Done");
  await expect(answerOf(page, "large").getByText("morning")).toBeVisible();
  await expect(answerOf(page, "large")).toContainText(/Cost(US)?\$0\.00045/);
  await expect(answerOf(page, "small")).toContainText("First half");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(answerOf(page, "small")).toContainText("Stopped");
  await expectAccessible(page);

  await page.goto("/agents");
  await page.getByRole("button", { name: /^Plain editor/ }).click();
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Plain editor");
  await page.getByLabel("Model", { exact: true }).selectOption("small");
  await page.getByLabel("Fallback", { exact: true }).selectOption("large");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  models.answers = [
    { model: "small", refuse: { status: 503, message: "Overloaded" } },
    { model: "large", pieces: ["Shorter."] },
  ];
  await page.getByLabel("Question", { exact: true }).fill("Shorten this");
  await page.keyboard.press("Control+Enter");
  await expect(answerOf(page, "large")).toContainText("Done");
  await expect(answerOf(page, "large").getByText("Shorter.")).toBeVisible();
  await expect(page.getByText(/Workshop has a fault of its own \(503\)/)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Model", { exact: true }).selectOption("large");
  await page.getByLabel("A day", { exact: true }).fill("0");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByLabel("Question", { exact: true }).fill("Shorten that");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByText(/Plain editor may cost \$0\.00 a day/)).toBeVisible();
  await page.goto("/agents");
  const agent = page.getByRole("row").filter({ hasText: "Plain editor" });
  await expect(agent).toContainText("large");
  await page.keyboard.press("j");
  await expect(agent).toBeFocused();
  await expectAccessible(page);
});

test("an agent asks a model of any OpenAI-compatible server, which two variables name", async ({ page, product }) => {
  // Without them the server above; e2e/README.md has them.
  const {
    JOURNEY_MODEL_URL: url = models.url,
    JOURNEY_MODEL: model = "small",
    JOURNEY_MODEL_KEY: key = process.env.JOURNEY_MODEL_URL ? "" : "sk-local",
  } = process.env;
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/settings/models");
  await page.getByRole("button", { name: "Add provider", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Anybody's");
  await dialog.getByLabel("Base URL").fill(url);
  await dialog.getByLabel("Key").fill(key);
  await dialog.getByRole("button", { name: "Add provider", exact: true }).click();
  const row = page.getByRole("list", { name: "Providers" }).getByRole("listitem").filter({ hasText: "Anybody's" });
  await expect(row).toContainText("Works");

  await page.goto("/agents");
  await page.getByRole("button", { name: /^Plain editor/ }).click();
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}$/);
  await page.getByLabel("Model", { exact: true }).selectOption({ label: model });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByLabel("Question", { exact: true }).fill("Shorten this: it is raining cats and dogs today.");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(answerOf(page, model)).toContainText("Done");
});
