import { resolve } from "node:path";
import { type Browser, type BrowserContextOptions, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { type ModelServer, startModelServer } from "@tessera/testing/model-server.ts";
import { expectAccessible } from "./accessible.ts";
import { followShifts, shiftsOf, smallTargets } from "./comfort.ts";
import { ADMIN } from "./journey.ts";
import { addProvider } from "./model-provider.ts";
import { declaredPages } from "./pages.ts";
import { chooseDark, enterAgain, enterOrReturn } from "./person.ts";
import type { Product } from "./product.ts";

let product: Product;
/** Ids of what the person has: a card, an agent with a run, a recording. */
let card: string;
let agent: string;
let run: string;
let recording: string;
/** What the agent asks. */
let models: ModelServer;
const pages = () =>
  declaredPages({
    type: "inbox",
    year: "2026",
    month: "11",
    id: card,
    "/handbook/:page?": "keyboard",
    "/agents/:id": agent,
    run,
    "/transcribe/:id": recording,
  });
const SPEECH = resolve(import.meta.dirname, "../../services/transcribe/src/testing/audio/speechbrain-spk1_snt1.wav");
/** The last part of the page's address, once it is the id of something below `folder`. */
async function idBelow(page: Page, folder: string): Promise<string> {
  await page.waitForURL(new RegExp(`${folder}/[0-9a-f-]{36}$`));
  return page.url().split("/").at(-1)!;
}

/** Makes what the pages show. */
export async function prepare(browser: Browser, shared: Product): Promise<void> {
  product = shared;
  const page = await browser.newPage({ baseURL: product.url });
  await enterOrReturn(page.context(), product, ADMIN);
  await page.goto("/items/inbox");
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  await page.getByLabel("What to capture").fill("Names for the second plan: Studio, Bench, Workshop");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("row").filter({ hasText: "Names for the second plan" }).click();
  card = await idBelow(page, "/items/inbox");
  models = await startModelServer();
  await addProvider(page, models.url);
  await page.goto("/agents");
  await page.getByRole("button", { name: /^Plain editor/ }).click();
  agent = await idBelow(page, "/agents");
  await page.getByLabel("Model", { exact: true }).selectOption("small");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByLabel("Task", { exact: true }).fill("Shorten the names");
  await page.getByRole("button", { name: "Start the run", exact: true }).click();
  run = await idBelow(page, `/agents/${agent}/runs`);
  await expect(page.getByText("You said:")).toBeVisible();
  await page.goto("/transcribe");
  await page.getByLabel("Audio files").setInputFiles(SPEECH);
  await page.getByRole("link", { name: "speechbrain-spk1_snt1", exact: true }).click();
  recording = await idBelow(page, "/transcribe");
  await page.close();
}
/** A browser of its own with a session of its own: copies of one would end each other at its first renewal. */
export async function signedIn(browser: Browser, product: Product, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: product.url, ...options });
  await enterAgain(context, product, ADMIN);
  return context;
}

const ERROR = /Page Not Found|could not be loaded|cannot be shown|Something went wrong/;

/** What Chromium remarks of code that is fetched ahead for the pages that come next. */
const AHEAD = /was preloaded using link preload but not used/;
/** What a page looks for, and is answered when it is not there: browsers say so on their own. */
const ANSWERS: Record<string, RegExp> = { "/supabase": /status of 404/ };
/** Share of the window that may move on its own while a page is loaded: what is felt (https://web.dev/articles/cls). */
const MAX_SHIFT = 0.1;
/** Pages that may move less. */
const SHIFTS: [RegExp, number][] = [[/^\/(settings\/profile|settings\/people)$/, 0.01]];

/** Visits a page as its manifest declares it: it draws a heading, has a title, and nothing on it failed. */
async function visit(page: Page, path: string, { isTouched = false } = {}): Promise<void> {
  const said: string[] = [];
  const note = (message: ConsoleMessage) => {
    if (["error", "warning"].includes(message.type()) && !AHEAD.test(message.text()))
      said.push(`${message.type()}: ${message.text()}`);
  };
  page.on("console", note);
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(200);
  await expect(page.getByRole("heading").first(), path).toBeVisible();
  await expect(page, path).toHaveTitle(/\S/);
  await expect(page.getByRole("progressbar", { name: "Page loading", includeHidden: true })).not.toHaveAttribute(
    "data-state",
    "running",
  );
  await expect(page.getByText(ERROR), path).toHaveCount(0);
  await expectAccessible(page, path);
  await expect.soft(page.locator("h1:visible"), `${path}: headings above all`).toHaveCount(1);
  const [, most = MAX_SHIFT] = SHIFTS.find(([pattern]) => pattern.test(path)) ?? [];
  // What an address leads to in place of itself is visited on its own.
  if (new URL(page.url()).pathname === path)
    expect.soft(await shiftsOf(page, most), `${path}: moved by itself`).toEqual([]);
  if (isTouched) expect.soft(await smallTargets(page), `${path}: too small for a finger`).toEqual([]);
  expect
    .soft(
      said.filter((words) => !ANSWERS[path]?.test(words)),
      `${path}: console`,
    )
    .toEqual([]);
  page.off("console", note);
}

export interface Look {
  width: number;
  height: number;
  colorScheme: "light" | "dark";
  isTouched: boolean;
}

/**
 * Every page as a person gets it: layout, title, one heading above all, accessibility, nothing in the console, nothing
 * that moves on its own, and room for a finger. @param session whether of a signed-in person, or open to everybody
 */
export async function lookOver(browser: Browser, look: Look, session: boolean): Promise<void> {
  const { isTouched, colorScheme } = look;
  const touch = { hasTouch: isTouched, isMobile: isTouched };
  const context = session
    ? await signedIn(browser, product, { viewport: look, ...touch })
    : await browser.newContext({ baseURL: product.url, viewport: look, colorScheme, ...touch });
  await followShifts(context);
  const page = await context.newPage();
  if (session && colorScheme === "dark") await chooseDark(page);
  for (const { path } of pages().filter((one) => one.session === session)) await visit(page, path, look);
  await context.close();
}
