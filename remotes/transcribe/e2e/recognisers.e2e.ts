import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { addProvider } from "@tessera/e2e/model-provider.ts";
import { enter, someone } from "@tessera/e2e/person.ts";
import { UNTIL_RECOGNISED } from "@tessera/e2e/recognition.ts";
import { type ModelServer, startModelServer } from "@tessera/testing/model-server.ts";
import { type SpeechServer, startSpeechServer } from "@tessera/testing/speech-server.ts";

const SPEECH = path.resolve(
  import.meta.dirname,
  "../../../services/transcribe/src/testing/audio/speechbrain-spk1_snt1.wav",
);

let speech: SpeechServer;
let models: ModelServer;
test.beforeAll(async () => {
  [speech, models] = [await startSpeechServer(), await startModelServer()];
});
test.afterAll(async () => {
  await speech?.stop();
  await models?.stop();
});

const choose = async (page: Page, item: string) => {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

test("a provider recognises a recording, the model here does so again, the first text comes back, and both are kept", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await addProvider(page, speech.url, "My Whisper");
  await page.goto("/transcribe");
  await expect(
    page.getByText("It is transcribed here, in English alone: nobody else gets the sound.", { exact: false }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const settings = page.getByRole("dialog", { name: "Settings of Transcribe" });
  await settings.getByLabel("Recognised by").selectOption("My Whisper");
  await expect(settings.getByLabel("Model")).toHaveValue("whisper-1");
  await settings.getByLabel("Language").selectOption("German");
  await settings.getByLabel("Sound of transcribed recordings").selectOption("Delete it after 30 days");
  await expect(settings.getByText("Counts for the recordings that are there, too.", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await settings.getByRole("button", { name: "Save", exact: true }).click();
  await expect(settings).toBeHidden();
  const host = new URL(speech.url).host;
  await expect(page.getByText(`The sound is sent to My Whisper (${host}).`, { exact: false })).toBeVisible();
  await expect(page.getByText("The sound is deleted 30 days after it was transcribed", { exact: false })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Audio files").setInputFiles(SPEECH);
  await page.getByRole("link", { name: "speechbrain-spk1_snt1", exact: true }).click();
  await expect(page.getByRole("button", { name: /Guten Tag\./ })).toBeVisible();
  await expect(page.getByText("Recognised by: My Whisper, German")).toBeVisible();
  expect(speech.asked).toMatchObject([{ model: "whisper-1", language: "de" }]);

  await choose(page, "Transcribe again");
  const again = page.getByRole("dialog", { name: "Transcribe again" });
  await again.getByLabel("Recognised by").selectOption("A model on this machine");
  await again.getByLabel("Model").selectOption("Moonshine base");
  await expect(again.getByText("The server first fetches this model, once: 114 MB.", { exact: false })).toBeVisible();
  await again.getByLabel("Model").selectOption("Moonshine tiny");
  await expect(again.getByText("becomes an earlier text that you can restore", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await again.getByRole("button", { name: "Transcribe again", exact: true }).click();
  await expect(again).toBeHidden();
  const english = page.getByRole("button", { name: /The child almost hurt the small dog\./ });
  await expect(english).toBeVisible(UNTIL_RECOGNISED);
  await expect(page.getByText("Recognised by: Moonshine tiny on this machine, English")).toBeVisible();
  await choose(page, "Earlier texts");
  const earlier = page.getByRole("dialog", { name: "Earlier texts" });
  await expect(earlier.getByRole("listitem")).toContainText("My Whisper, German");
  await expectAccessible(page);
  await earlier.getByRole("button", { name: /^Restore: My Whisper/ }).click();
  await expect(earlier).toBeHidden();
  await expect(page.getByRole("button", { name: /Guten Tag\./ })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(english).toBeVisible();
});

test("a recording is summarised by its sentences and by an agent; what the person wrote is kept, and each point plays", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.setViewportSize({ width: 390, height: 844 });
  await addProvider(page, models.url);
  await expect(page.getByRole("list", { name: "Providers" })).toContainText("2 models");
  await page.goto("/agents");
  await page.getByRole("button", { name: /^Plain editor/ }).click();
  await page.getByLabel("Model", { exact: true }).selectOption("small");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await page.goto("/transcribe");
  await page.getByLabel("Audio files").setInputFiles(SPEECH);
  await page.getByRole("link", { name: "speechbrain-spk1_snt1", exact: true }).click();
  await expect(page.getByRole("button", { name: /The child almost hurt the small dog\./ })).toBeVisible(
    UNTIL_RECOGNISED,
  );
  await expect(page.getByText("Recognised by: Moonshine tiny on this machine, English")).toBeVisible();
  await choose(page, "Summarise");
  const dialog = page.getByRole("dialog", { name: "Summarise" });
  await expect(dialog.getByText("word for word, each with its time", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Summarise", exact: true }).click();
  await expect(dialog).toBeHidden();
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary.getByRole("listitem")).toContainText("The child almost hurt the small dog.");
  await expect(summary).toContainText("Sentences of the transcript, word for word");
  await summary.getByRole("button", { name: "Play from 0:00", exact: true }).click();
  await expect(page.locator("li[aria-current=true]")).toContainText("small dog");
  await expectAccessible(page);

  await summary.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("dialog", { name: "Edit the summary" });
  await edit.getByLabel("Points").fill("[9:00] too late");
  await expect(edit.getByText("Begin each line with a time in the recording", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await edit.getByLabel("Points").fill("[0:01] A dog was nearly hurt");
  await edit.getByRole("button", { name: "Save", exact: true }).click();
  await expect(edit).toBeHidden();
  await expect(summary).toContainText("Changed by you");

  models.answers = [{ pieces: ["Here it is:\n", "- [0:00] A child and ", "a dog"] }];
  await summary.getByRole("button", { name: "Summarise again", exact: true }).click();
  const second = page.getByRole("dialog", { name: "Summarise again" });
  await expect(second.getByText("You changed the summary.", { exact: false })).toBeVisible();
  await second.getByLabel("Made of").selectOption({ label: "What Plain editor writes" });
  await expect(second.getByText("The text is sent to the model of Plain editor", { exact: false })).toBeVisible();
  await second.getByRole("button", { name: "Summarise", exact: true }).click();
  await expect(second).toBeHidden();
  await expect(summary.getByRole("listitem")).toContainText("A child and a dog");
  await expect(summary).toContainText("Written by Plain editor");
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(summary.getByRole("listitem")).toContainText("A dog was nearly hurt");
  // An answer without times changes nothing.
  models.answers = [{ pieces: ["I would rather not."] }];
  await summary.getByRole("button", { name: "Summarise again", exact: true }).click();
  await second.getByLabel("Made of").selectOption({ label: "What Plain editor writes" });
  await second.getByRole("button", { name: "Summarise", exact: true }).click();
  await expect(second.getByText("named no times in the recording", { exact: false })).toBeVisible();
  await second.getByRole("button", { name: "Cancel", exact: true }).click();
  await summary.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(summary).toBeHidden();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(summary.getByRole("listitem")).toContainText("A dog was nearly hurt");
});
