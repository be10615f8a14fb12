// How long the text of what was said takes to appear behind the end of speech, recognised on the device in Chromium,
// and the longest task of the page's main thread meanwhile. The microphone is a file; the page is measured where it
// hears.
// Part of `npm run bench -- transcribe`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { browserThatHears } from "../src/microphone.ts";
import { enter, someone } from "../src/person.ts";
import { Product } from "../src/product.ts";
import { median } from "./median.ts";

/** Ms from the end of speech to its text, and of the longest task. */
const TEXT_TARGET = 1200;
const TASK_TARGET = 50;
const ROUNDS = 5;
const SPEECH = path.resolve(
  import.meta.dirname,
  "../../services/transcribe/src/testing/audio/speechbrain-spk1_snt1.wav",
);
const FIELD = "What you say appears here";

interface Heard {
  /** Ms, as the page's clock has them. */
  loudAt: number;
  textAt: number;
  tasks: number[];
}
type Watched = Window & { heard: Heard; watch(name: string): void };

/** Looks, within the page, at how loud the microphone is, what is in the field and how long tasks are. */
function listen(): void {
  const page = window as unknown as Watched;
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const LOUD = 0.02;
  const LOOK_MS = 20;
  let text = "";
  let field: HTMLInputElement | HTMLTextAreaElement | null = null;
  page.watch = (name) => {
    field = document.querySelector(`[aria-label="${name}"]`) ?? document.querySelector("textarea");
    text = field?.value ?? "";
    page.heard = { loudAt: 0, textAt: 0, tasks: [] };
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) page.heard?.tasks.push(duration);
  }).observe({ entryTypes: ["longtask"] });
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 1024 });
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const look = setInterval(() => {
      if (stream.getTracks().every(({ readyState }) => readyState === "ended")) {
        clearInterval(look);
        void context.close();
        return;
      }
      analyser.getFloatTimeDomainData(samples);
      const isLoud = samples.some((sample) => Math.abs(sample) > LOUD);
      if (isLoud) page.heard.loudAt = performance.now();
      if (field && field.value !== text) {
        text = field.value;
        page.heard.textAt = performance.now();
      }
    }, LOOK_MS);
    return stream;
  };
}

async function dictated(page: Page): Promise<Heard> {
  const field = page.getByLabel(FIELD);
  await field.fill("");
  await page.evaluate((name) => (window as unknown as Watched).watch(name), FIELD);
  await field.focus();
  await page.keyboard.down("Space");
  // The sentence ends, and nothing is said for 30 s behind it.
  await page.waitForFunction(() => {
    const { loudAt, textAt } = (window as unknown as Watched).heard;
    const now = performance.now();
    return loudAt > 0 && textAt > 0 && now - loudAt > 4000 && now - textAt > 1500;
  });
  const heard = await page.evaluate(() => (window as unknown as Watched).heard);
  await page.keyboard.up("Space");
  await page.getByText("Dictation is off").waitFor({ state: "attached" });
  return heard;
}

const folder = mkdtempSync(path.join(tmpdir(), "tessera-bench-"));
const product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "tessera.example" });
const browser = await browserThatHears(SPEECH, {
  kept: path.join(folder, "microphone.wav"),
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"],
  },
});
try {
  const context = await browser.newContext({ baseURL: product.url, permissions: ["microphone"], locale: "en-GB" });
  await context.addInitScript(listen);
  await enter(context, product, someone("tessera.example"));
  const page = await context.newPage();
  await page.goto("/settings/dictation");
  await page.getByRole("switch", { name: "Dictate into text fields" }).click();
  await page.getByRole("button", { name: "Download 34 MB" }).click();
  await page.getByRole("button", { name: "Remove from this device" }).waitFor();
  // The first one loads the models.
  await dictated(page);
  const all: Heard[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await dictated(page));
  const behind = median(all.map(({ loudAt, textAt }) => Math.max(0, textAt - loudAt)));
  const longest = Math.max(0, ...all.flatMap(({ tasks }) => tasks));
  console.log(
    `Dictation on the device: the text is there ${Math.round(behind)} ms behind the end of speech (at most ${TEXT_TARGET}); ` +
      `${longest ? `the longest task of the page took ${Math.round(longest)} ms` : "no task of the page took over 50 ms"}`,
  );
  if (behind > TEXT_TARGET || longest > TASK_TARGET) process.exitCode = 1;
} finally {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true });
}
