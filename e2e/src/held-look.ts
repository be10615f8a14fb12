import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContext, Page } from "@playwright/test";

/** The moment at which the data of the pages was made, as they are shown; a Wednesday. */
export const MADE = Date.parse("2026-01-14T09:00:00Z");
const NOW = MADE + (3 * 60 + 15) * 60_000;
const FONT = readFileSync(
  createRequire(import.meta.url).resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
);
const STYLE = `
  @font-face { font-family: Pictures; src: url(/pictures.woff2); font-weight: 100 900; }
  *, *::before, *::after {
    font-family: Pictures !important;
    animation: none !important;
    transition: none !important;
  }`;

/** A page on which all that would differ from run to run is held: the font, the time, moving parts. */
export async function heldPage(context: BrowserContext): Promise<Page> {
  await context.addInitScript((style) => {
    addEventListener("DOMContentLoaded", () => {
      document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
    });
  }, STYLE);
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.route("**/pictures.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: FONT }));
  return page;
}

/** Its font has come. */
export const fontCame = (page: Page) =>
  page.evaluate(() => document.fonts.load("14px Pictures").then(() => document.fonts.ready));
