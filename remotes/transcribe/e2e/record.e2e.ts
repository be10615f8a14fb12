import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { browserThatHears } from "@tessera/e2e/microphone.ts";
import { enter, someone } from "@tessera/e2e/person.ts";
import { UNTIL_RECOGNISED } from "@tessera/e2e/recognition.ts";

const SPEECH = path.resolve(
  import.meta.dirname,
  "../../../services/transcribe/src/testing/audio/speechbrain-spk1_snt1.wav",
);
const MP3 = path.resolve(import.meta.dirname, "speechbrain-spk1_snt1.mp3");

/** Records until the clock shows these seconds. */
async function record(page: Page, seconds: RegExp) {
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await expect(page.getByRole("timer")).toHaveText(seconds);
}

test("speech is recorded, kept when its tab is lost, and transcribed, as is a file of another format", async ({
  launchOptions,
  product,
}, info) => {
  const browser = await browserThatHears(SPEECH, { kept: info.outputPath("microphone.wav"), launchOptions });
  try {
    const context = await browser.newContext({ baseURL: product.url, permissions: ["microphone"], locale: "en-GB" });
    await enter(context, product, someone("tessera.example"));
    const lost = await context.newPage();
    await lost.goto("/transcribe");
    await record(lost, /0:(0[6-9]|[1-5]\d)/);
    await expectAccessible(lost);
    await lost.close();

    const page = await context.newPage();
    await page.goto("/transcribe");
    await expect(page.getByText("is kept in this browser and was not sent.")).toBeVisible();
    await page.getByRole("button", { name: "Transcribe it", exact: true }).click();
    const kept = page.getByRole("link", { name: /^Recording/ });
    await expect(kept).toHaveCount(1);
    await kept.click();
    await expect(page.getByRole("button", { name: /small dog/ })).toBeVisible(UNTIL_RECOGNISED);

    await page.goto("/transcribe");
    await record(page, /0:(0[2-9]|[1-5]\d)/);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Finance", exact: true }).click();
    await expect(page.getByText("Recording continues. Stop it in Transcribe.")).toBeVisible();
    await page.getByRole("link", { name: "Transcribe", exact: true }).click();
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await page.getByRole("button", { name: "Stop and transcribe", exact: true }).click();
    await expect(kept).toHaveCount(2);

    await page.getByLabel("Audio files").setInputFiles(MP3);
    await page.getByRole("link", { name: "speechbrain-spk1_snt1", exact: true }).click();
    await expect(page.getByRole("button", { name: /The child almost hurt the small dog\./ })).toBeVisible(
      UNTIL_RECOGNISED,
    );
    await page.goto("/transcribe");
    await page.getByLabel("Audio files").setInputFiles({
      name: "letter.mp3",
      mimeType: "audio/mpeg",
      buffer: Buffer.from("a letter to a friend"),
    });
    await expect(page.getByText("letter.mp3 was not sent. It is no audio or video file")).toBeVisible();
  } finally {
    await browser.close();
  }
});

/** The sentence of the tests behind minutes of silence: more than one request sends. */
async function longSpeech(folder: string): Promise<string> {
  const wav = await readFile(SPEECH);
  const [head, sound] = [Buffer.from(wav.subarray(0, 44)), wav.subarray(44)];
  const content = Buffer.concat([sound, Buffer.alloc(6 * 1024 * 1024 - sound.length)]);
  head.writeUInt32LE(content.length, 40);
  const file = path.join(folder, "long talk.wav");
  await writeFile(file, Buffer.concat([head, content]));
  return file;
}

test("an upload whose connection is cut continues, also after a reload, and becomes one recording", async ({
  page,
  product,
}, info) => {
  await enter(page.context(), product, someone("tessera.example"));
  const file = await longSpeech(info.outputPath());
  const offsets: string[] = [];
  let reachable = false;
  await page.route("**/api/transcribe/uploads/*", async (route) => {
    const request = route.request();
    if (request.method() !== "PATCH") return route.continue();
    offsets.push(request.headers()["upload-offset"]!);
    // The first part arrives; behind it there is no connection until the person has come back.
    return offsets.length > 1 && !reachable ? route.abort("connectionreset") : route.continue();
  });
  await page.goto("/transcribe");
  await page.getByLabel("Audio files").setInputFiles(file);
  await expect(page.getByText("The connection was cut. long talk.wav continues as soon as it is back.")).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByText("long talk.wav did not arrive whole. Choose the same file again")).toBeVisible();
  await expectAccessible(page);
  offsets.length = 1;
  await page.getByLabel("Audio files").setInputFiles(file);
  await expect(page.getByText("The connection was cut. long talk.wav continues as soon as it is back.")).toBeVisible();
  reachable = true;
  const recording = page.getByRole("link", { name: "long talk", exact: true });
  await expect(recording).toHaveCount(1);
  // What had arrived was not sent again.
  expect(new Set(offsets.slice(1))).toEqual(new Set([String(4 * 1024 * 1024)]));
  await expect(page.getByText("did not arrive whole")).toHaveCount(0);
  await recording.click();
  await expect(page.getByRole("button", { name: /The child almost hurt the small dog\./ })).toBeVisible(
    UNTIL_RECOGNISED,
  );

  // One that is cancelled leaves nothing to continue.
  reachable = false;
  await page.goto("/transcribe");
  await page.getByLabel("Audio files").setInputFiles(file);
  await expect(page.getByText("The connection was cut. long talk.wav continues as soon as it is back.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByText("The connection was cut.")).toHaveCount(0);
  await page.reload();
  await expect(recording).toHaveCount(1);
  await expect(page.getByText("did not arrive whole")).toHaveCount(0);
});
