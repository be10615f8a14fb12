import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { browserThatHears } from "./microphone.ts";
import { enter, someone } from "./person.ts";

test.use({ serviceWorkers: "allow" });

const SPEECH = path.resolve(
  import.meta.dirname,
  "../../services/transcribe/src/testing/audio/speechbrain-spk1_snt1.wav",
);
// Where the frames begin decides how the first words are heard; a busy machine loses some at the end, and with them the
// last word. services/transcribe/src/recordings/recordings.spec.ts has the whole sentence from the same model.
const SAID = /almost hurt (the|a) small/;

/** Caches of the browser that have a file of this name. */
const cachesWith = (page: Page, name: string) =>
  page.evaluate(async (wanted) => {
    const found: string[] = [];
    for (const key of await caches.keys())
      if ((await (await caches.open(key)).keys()).some(({ url }) => url.includes(wanted))) found.push(key);
    return found;
  }, name);

test("speech is recognized on the device in fields of every area, also offline", async ({
  product,
  launchOptions,
}, info) => {
  const browser = await browserThatHears(SPEECH, { kept: info.outputPath("microphone.wav"), launchOptions });
  try {
    const context = await browser.newContext({ baseURL: product.url, permissions: ["microphone"], locale: "en-GB" });
    const violations: string[] = [];
    context.on("console", (message) => {
      if (/content security policy/i.test(message.text())) violations.push(message.text());
    });
    await enter(context, product, someone("tessera.example"));
    const page = await context.newPage();
    await page.goto("/settings/dictation");
    await page.evaluate(() => navigator.serviceWorker.ready);
    // Nobody pays for it who did not ask for it.
    expect(await cachesWith(page, "/speech.")).toEqual([]);
    await page.getByRole("switch", { name: "Dictate into text fields" }).click();
    await page.getByRole("button", { name: "Download 34 MB" }).click();
    await expect(page.getByRole("button", { name: "Remove from this device" })).toBeVisible();
    await expectAccessible(page);
    const trial = page.getByLabel("What you say appears here");
    await trial.focus();
    await page.keyboard.down("Space");
    await expect(page.locator("[data-level]")).toBeVisible();
    await expect(trial).toHaveValue(SAID);
    await page.keyboard.up("Space");
    await expect(page.getByText("Dictation is off")).toBeAttached();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(trial).toHaveValue("");

    await page.getByRole("button", { name: "Open the vocabulary", exact: true }).click();
    await page.getByRole("button", { name: "Add a term", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add a term" });
    await dialog.getByLabel("Name or word").fill("Chiltern");
    await dialog.getByLabel("Sounds like").fill("almost hurt");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog).toBeHidden();
    const fetched = page.waitForResponse((answer) => answer.url().endsWith("/api/transcribe/vocabulary"));
    await page.goto("/items/inbox");
    await fetched;
    await expect(page.getByText("Dictation is off")).toBeAttached();
    await page.getByRole("button", { name: "Capture", exact: true }).click();
    const capture = page.getByLabel("What to capture");
    await expect.poll(() => cachesWith(page, "/speech.")).toEqual(["assets"]);
    await expect.poll(() => cachesWith(page, "/microphone.")).toEqual(["assets"]);
    await context.setOffline(true);
    await capture.focus();
    await page.keyboard.down("Space");
    await expect(capture).toHaveValue(/Chiltern (the|a) small/);
    await page.keyboard.up("Space");
    await page.getByRole("button", { name: "Take back", exact: true }).last().click();
    await expect(capture).toHaveValue(SAID);
    await context.setOffline(false);
    expect(violations).toEqual([]);
  } finally {
    await browser.close();
  }
});
