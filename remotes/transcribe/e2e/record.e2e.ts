import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { signUp, subscribe, untilActive } from "@tessera/e2e/person.ts";
import { Product } from "@tessera/e2e/product.ts";

const SPEECH = path.resolve(
  import.meta.dirname,
  "../../../services/transcribe/src/testing/audio/speechbrain-spk1_snt1.wav",
);
const MP3 = path.resolve(import.meta.dirname, "speechbrain-spk1_snt1.mp3");

let product: Product;
test.beforeAll(async () => {
  product = await Product.start();
});
test.afterAll(() => product?.stop());

/** The speech as Chromium takes it for a microphone: 48 kHz, behind two seconds of silence. */
async function microphone(file: string): Promise<string> {
  const speech = await readFile(SPEECH);
  const samples = new Int16Array(speech.buffer, speech.byteOffset + 44, (speech.length - 44) >> 1);
  const sound = new Int16Array(2 * 48_000 + samples.length * 3);
  for (const [at, sample] of samples.entries()) sound.fill(sample, 96_000 + at * 3, 96_000 + at * 3 + 3);
  const header = Buffer.from(speech.subarray(0, 44));
  header.writeUInt32LE(36 + sound.byteLength, 4);
  header.writeUInt32LE(48_000, 24);
  header.writeUInt32LE(96_000, 28);
  header.writeUInt32LE(sound.byteLength, 40);
  await writeFile(file, Buffer.concat([header, Buffer.from(sound.buffer)]));
  return file;
}

/** Records until the clock shows these seconds. */
async function record(page: Page, seconds: RegExp) {
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await expect(page.getByRole("timer")).toHaveText(seconds);
}

/** Downloads the speech model, then dictates into a field without a connection. */
async function dictateOffline(page: Page) {
  await page.goto("/settings/dictation");
  await page.getByRole("switch", { name: "Dictate into text fields" }).click();
  await page.getByRole("button", { name: "Download 34 MB" }).click();
  await expect(page.getByRole("button", { name: "Remove from this device" })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  const trial = page.getByLabel("What you say appears here");
  await trial.focus();
  // The first time brings the recognizer's script; the service worker keeps it.
  await page.keyboard.press("Space");
  await expect(page.locator("[data-level]")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(page.getByText("Dictation is off")).toBeAttached();
  await page.context().setOffline(true);
  await trial.fill("");
  await trial.blur();
  await trial.focus();
  await page.keyboard.down("Space");
  await expect(trial).toHaveValue(/The child almost hurt the small dog\./, { timeout: 60_000 });
  await page.keyboard.up("Space");
  await page.context().setOffline(false);
}

test("speech is recorded, kept when its tab is lost, and transcribed, as is a file of another format", async ({
  playwright,
  launchOptions,
}, info) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-audio-capture=${await microphone(info.outputPath("microphone.wav"))}%noloop`,
    ],
  });
  try {
    const context = await browser.newContext({ baseURL: product.url, permissions: ["microphone"], locale: "en-GB" });
    const lost = await context.newPage();
    await signUp(lost);
    await subscribe(lost);
    await untilActive(lost);
    await lost.goto("/transcribe");
    await record(lost, /0:0[6-9]/);
    await expectAccessible(lost);
    await lost.close();

    const page = await context.newPage();
    await page.goto("/transcribe");
    await expect(page.getByText("is kept in this browser and was not sent.")).toBeVisible();
    await page.getByRole("button", { name: "Transcribe it", exact: true }).click();
    const kept = page.getByRole("link", { name: /^Recording/ });
    await expect(kept).toHaveCount(1);
    await kept.click();
    await expect(page.getByRole("button", { name: /small dog/ })).toBeVisible();

    await page.goto("/transcribe");
    await record(page, /0:0[2-9]/);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Finance", exact: true }).click();
    await expect(page.getByText("Recording goes on. Stop it in Transcribe.")).toBeVisible();
    await page.getByRole("link", { name: "Transcribe", exact: true }).click();
    await page.getByRole("button", { name: "Go on", exact: true }).click();
    await page.getByRole("button", { name: "Stop and transcribe", exact: true }).click();
    await expect(kept).toHaveCount(2);

    await page.getByLabel("Audio files").setInputFiles(MP3);
    await page.getByRole("link", { name: "speechbrain-spk1_snt1", exact: true }).click();
    await expect(page.getByRole("button", { name: /The child almost hurt the small dog\./ })).toBeVisible();
    await page.goto("/transcribe");
    await page.getByLabel("Audio files").setInputFiles({
      name: "letter.mp3",
      mimeType: "audio/mpeg",
      buffer: Buffer.from("a letter to a friend"),
    });
    await expect(page.getByText("letter.mp3 was not sent. It is no audio or video file")).toBeVisible();

    await dictateOffline(page);
  } finally {
    await browser.close();
  }
});
