import path from "node:path";
import { expect } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, subscribe, untilActive } from "@tessera/e2e/person.ts";
import { UNTIL_RECOGNISED } from "@tessera/e2e/recognition.ts";

const SPEECH = path.resolve(
  import.meta.dirname,
  "../../../services/transcribe/src/testing/audio/speechbrain-spk1_snt1.wav",
);

test("a name is added, found again in a recording, taken back by a key, and removed", async ({ page, product }) => {
  await enter(page.context(), product);
  await subscribe(page);
  await untilActive(page);
  await page.goto("/items/inbox");
  await page.getByRole("button", { name: "Capture", exact: true }).click();
  await page.getByLabel("What to capture").fill("Ask Szymborska about #Kubernetes");
  const saved = page.waitForResponse(
    (answer) => /\/api\/items/.test(answer.url()) && answer.request().method() === "POST",
  );
  await page.getByLabel("What to capture").press("Control+Enter");
  await saved;
  await page.goto("/transcribe");
  await page.getByRole("button", { name: "Vocabulary", exact: true }).click();
  // Opening the page asks the areas, and what they answer appears.
  const terms = page.getByRole("grid", { name: "Terms" });
  await expect(terms.getByText("Szymborska")).toBeVisible();
  await expect(terms.getByText("From titles of your cards")).toBeVisible();

  await page.getByRole("button", { name: "Add a term", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add a term" });
  await dialog.getByLabel("Name or word").fill("Smolldock");
  await dialog.getByLabel("Sounds like").fill("small dog");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(terms.getByText("Added by you · heard as small dog")).toBeVisible();
  await expectAccessible(page);

  // Refused for good, and back again.
  await terms.getByText("Szymborska").hover();
  await page.getByRole("button", { name: "Never use: Szymborska", exact: true }).click();
  await expect(terms.getByText("Szymborska")).toBeHidden();
  await page.getByText("Show 1 not used", { exact: true }).click();
  await expect(terms.getByText("From titles of your cards · not used")).toBeVisible();
  await page.getByLabel("Search terms").fill("smoll");
  await expect(terms.getByRole("row")).toHaveCount(1);

  await page.goto("/transcribe");
  await page.getByLabel("Audio files").setInputFiles(SPEECH);
  await page.getByRole("link", { name: "speechbrain-spk1_snt1", exact: true }).click();
  const sentence = page.getByRole("button", { name: /The child almost hurt the Smolldock\./ });
  await expect(sentence).toBeVisible(UNTIL_RECOGNISED);
  await expect(page.getByRole("button", { name: "Smolldock: heard “small dog”" })).toBeVisible();
  await expectAccessible(page);
  await sentence.focus();
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("button", { name: /The child almost hurt the small dog\./ })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(sentence).toBeVisible();
  await page.getByRole("button", { name: "Smolldock: heard “small dog”" }).click();
  await expect(page.getByRole("button", { name: /The child almost hurt the small dog\./ })).toBeVisible();
  await expect(sentence).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/transcribe/vocabulary");
  await terms.getByText("Smolldock").click();
  const change = page.getByRole("dialog", { name: "Change the term" });
  await change.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(change).toBeHidden();
  await expect(terms.getByText("Smolldock")).toBeHidden();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(terms.getByText("Smolldock")).toBeVisible();
  await expectAccessible(page);
});
