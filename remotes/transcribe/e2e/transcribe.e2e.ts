import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, subscribe, untilActive } from "@tessera/e2e/person.ts";
import type { Product } from "@tessera/e2e/product.ts";
import { UNTIL_RECOGNISED } from "@tessera/e2e/recognition.ts";

const SPEECH = path.resolve(
  import.meta.dirname,
  "../../../services/transcribe/src/testing/audio/speechbrain-spk1_snt1.wav",
);

/** Bytes of half a second at 16 kHz and 16 bits, and those in front of a file's samples. */
const PAUSE = 16_000;
const HEADER = 44;

/** The sentence so many times, with pauses between: a text that is longer than the page. */
function talk(times: number): Buffer {
  const file = readFileSync(SPEECH);
  const sentence = Buffer.concat([file.subarray(HEADER), Buffer.alloc(PAUSE)]);
  const sound = Buffer.concat(Array.from({ length: times }, () => sentence));
  const header = Buffer.from(file.subarray(0, HEADER));
  header.writeUInt32LE(HEADER - 8 + sound.length, 4);
  header.writeUInt32LE(sound.length, HEADER - 4);
  return Buffer.concat([header, sound]);
}

/** The recordings of a new person with a plan. */
async function openTranscribe(page: Page, product: Product) {
  await enter(page.context(), product);
  await subscribe(page);
  await untilActive(page);
  await page.goto("/transcribe");
}

/** Uploads the sentence and opens its text. @returns the sentence */
async function openSentence(page: Page): Promise<Locator> {
  await page.getByLabel("Audio files").setInputFiles(SPEECH);
  const recording = page.getByRole("row").filter({ hasText: "speechbrain-spk1_snt1" });
  await expect(recording).toBeVisible();
  await page.keyboard.press("j");
  await expect(recording).toBeFocused();
  await page.keyboard.press("Enter");
  // The page follows the transcription; the first one of a process loads the models.
  const sentence = page.getByRole("button", { name: /The child almost hurt the small dog\./ });
  await expect(sentence).toBeVisible(UNTIL_RECOGNISED);
  return sentence;
}

/** @param which the sentences that get the name; what the dialog proposes unless given */
async function nameSpeaker(row: Locator, name: string, which?: string) {
  const page = row.page();
  await row.getByRole("button", { name: /^More at/ }).click();
  await page.getByRole("menuitem", { name: /^(Name|Change) the speaker$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Who speaks?" });
  await dialog.getByLabel("Speaker", { exact: true }).fill(name);
  await expectAccessible(page);
  if (which) await dialog.getByLabel(which, { exact: true }).check();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
}

test("[route.transcribe] a recording is uploaded, becomes text that plays, is corrected, found and saved", async ({
  page,
  product,
}) => {
  await openTranscribe(page, product);
  await expect(page.getByText("Upload or record a talk, a meeting or a voice note.")).toBeVisible();
  await expectAccessible(page);
  const sentence = await openSentence(page);
  await expect(page.getByLabel("Recording", { exact: true })).toHaveJSProperty("readyState", 4);
  await sentence.click();
  await expect(page.locator("li[aria-current=true]")).toContainText("small dog");
  // The player goes to the word that was clicked.
  const place = page.getByRole("slider", { name: "Place in the recording" });
  await page.keyboard.press("Escape");
  await page.getByText("dog.", { exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Recording", { exact: true })).toHaveJSProperty("paused", true);
  const heard = () =>
    page.getByLabel("Recording", { exact: true }).evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(heard).toBeGreaterThan(1.3);
  await place.focus();
  await page.keyboard.press("Home");
  await expect(place).toHaveAttribute("aria-valuetext", "0:00 of 0:02");

  // What is typed while nothing can be saved is there after a reload.
  const text = page.getByLabel("Text at 0:00", { exact: true });
  const segments = "**/api/transcribe/recordings/*/segments/*";
  await page.route(segments, (route) => route.abort("connectionreset"));
  await page.getByRole("button", { name: "Edit the text at 0:00", exact: true }).click();
  await expect(text).toBeFocused();
  await text.fill("The child almost hurt the tall dog.");
  await expect(page.getByRole("button", { name: "Discard my text", exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText("What you typed at 0:00 was not saved.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute(segments);
  await page.getByRole("button", { name: "Open it at 0:00", exact: true }).click();
  await expect(text).toHaveValue("The child almost hurt the tall dog.");
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await expect(page.getByRole("button", { name: /the tall dog\./ })).toBeVisible();
  await expect(page.getByText("What you typed at 0:00 was not saved.")).toBeHidden();
  await page.getByRole("button", { name: "Edit the text at 0:00", exact: true }).click();
  await expect(text).toBeFocused();
  await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(10, 10));
  await page.keyboard.press("Control+Shift+Enter");
  const rows = page.getByRole("list", { name: "Transcript" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("The child");
  await rows
    .first()
    .getByRole("button", { name: /^More at/ })
    .click();
  await page.getByRole("menuitem", { name: "Join with the next", exact: true }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(rows).toHaveCount(2);

  // A name is given from its sentence on, until somebody else speaks.
  await nameSpeaker(rows.first(), "Ada");
  await expect(rows.first()).toContainText("Ada");
  await nameSpeaker(rows.last(), "Ben", "From this one until the next speaker");
  await expect(rows.last()).toContainText("Ben");
  await expect(rows.first()).toContainText("Ada");
  await page.getByRole("button", { name: "Add a note", exact: true }).click();
  const note = page.getByRole("dialog", { name: "Add a note" });
  await note.getByLabel("Note at 0:00").fill("Ask how the dog is");
  await note.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Ask how the dog is")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Find in the transcript").fill("TALL");
  await expect(page.locator("mark")).toHaveText("tall");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Rename", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Rename the recording" });
  await dialog.getByLabel("Name", { exact: true }).fill("A small dog");
  await dialog.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(page.getByRole("heading", { name: "A small dog", exact: true })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as", exact: true }).click();
  await page.getByRole("menuitem", { name: "Subtitles (SRT)", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("A small dog.srt");
  const document = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as", exact: true }).click();
  await page.getByRole("menuitem", { name: "Word document", exact: true }).click();
  expect((await document).suggestedFilename()).toBe("A small dog.docx");
});

test("a recording is a card: a search finds what is said in it, and opens it at the word", async ({
  page,
  product,
}) => {
  await openTranscribe(page, product);
  await openSentence(page);
  await page.goto("/items/transcript");
  await expect(page.getByText("speechbrain-spk1_snt1").first()).toBeVisible();
  await page.goto("/search?q=dogs");
  await page.locator("[data-row]", { hasText: "speechbrain-spk1_snt1" }).click();
  const passages = page.getByRole("list", { name: "Where it was found" });
  await expect(passages.locator("mark")).toHaveText("dog.");
  await expectAccessible(page);
  const [time = ""] = (await passages.getByRole("link").textContent())!.match(/^\d+:\d\d/) ?? [];
  await passages.getByRole("link").click();
  await expect(page).toHaveURL(/\/transcribe\/[0-9a-f-]+\?found=dogs&at=\d+$/);
  await expect(page.getByRole("list", { name: "Transcript" }).locator("mark")).toHaveText("dog.");
  await expect(page.locator("li[aria-current=true]")).toContainText("small dog");
  await expect(page.getByRole("timer", { name: "Place" })).toHaveText(`${time} / 0:02`);
});

test("the text follows what plays, sentence by sentence and word by word, until Follow is off", async ({
  page,
  product,
}) => {
  await openTranscribe(page, product);
  await page.setViewportSize({ width: 800, height: 520 });
  await page.getByLabel("Audio files").setInputFiles({ name: "talk.wav", mimeType: "audio/wav", buffer: talk(10) });
  await page.getByRole("link", { name: "talk", exact: true }).click();
  const rows = page.getByRole("list", { name: "Transcript" }).getByRole("listitem");
  await expect(rows).toHaveCount(10, UNTIL_RECOGNISED);
  await expect(page.getByText(/^Recognised by: /)).toBeVisible(UNTIL_RECOGNISED);
  const audio = page.getByLabel("Recording", { exact: true });
  await expect(audio).toHaveJSProperty("readyState", 4);
  const [first, last] = [rows.first(), rows.last()];
  await expect(first).toBeInViewport();
  await expect(last).not.toBeInViewport();

  await page.getByLabel("Speed (F3, F4)").selectOption("3");
  const play = page.getByRole("button", { name: "Play", exact: true });
  await play.click();
  await expect(audio).toHaveJSProperty("ended", true);
  await expect(last).toHaveAttribute("aria-current", "true");
  await expect(page.locator("li[aria-current=true]")).toHaveCount(1);
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(first).not.toBeInViewport();
  const words = last.locator("[data-word]");
  const plain = "rgba(0, 0, 0, 0)";
  await expect(words.last()).not.toHaveCSS("background-color", plain);
  await expect(words.first()).toHaveCSS("background-color", plain);
  await expectAccessible(page);

  await page.getByLabel("Follow").uncheck();
  const place = page.getByRole("slider", { name: "Place in the recording" });
  await place.focus();
  await expect(place).toBeFocused();
  await page.keyboard.press("Home");
  await expect(place).toHaveAttribute("aria-valuenow", "0");
  // The player's keys work while one types, too.
  const find = page.getByLabel("Find in the transcript");
  await find.focus();
  await expect(find).toBeFocused();
  for (const [key, at] of [
    ["F2", "5"],
    ["F2", "10"],
    ["F1", "5"],
    ["F1", "0"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(place).toHaveAttribute("aria-valuenow", at);
  }
  const speed = page.getByLabel("Speed (F3, F4)");
  await page.keyboard.press("F3");
  await expect(speed).toHaveValue("2.5");
  await expect(audio).toHaveJSProperty("playbackRate", 2.5);
  await page.keyboard.press("F4");
  await expect(speed).toHaveValue("3");
  await first.scrollIntoViewIfNeeded();
  await expect(first).toBeInViewport();
  await play.click();
  await expect(last).toHaveAttribute("aria-current", "true");
  await expect(first).toBeInViewport();
  await expect(last).not.toBeInViewport();
  await page.getByLabel("Follow").check();
  await expect(last).toBeInViewport();
});
