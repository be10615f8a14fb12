import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Waits until nothing on the page moves or fades: what does has the place and the contrast of a moment. */
export async function standsStill(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
}

/**
 * The page breaks no rule of WCAG 2.2 AA that a program can see, and does not scroll sideways.
 * @param what names it in a failure
 */
export async function expectAccessible(page: Page, what = new URL(page.url()).pathname): Promise<void> {
  // Nothing begins to move or fade while it is looked at, and what did already comes to its end.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await standsStill(page);
  // Without frames in the page itself: the other way, which sees into them, opens a blank page and takes three times as
  // long. A sandboxed frame runs no script, so waiting for it would never end.
  const isAlone = (await page.locator("iframe:not([sandbox])").count()) === 0;
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(WCAG)
    .setLegacyMode(isAlone);
  const { violations } = await axe.analyze();
  await page.emulateMedia({ reducedMotion: null });
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`),
    what,
  ).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `${what}: sideways scrolling`).toBeLessThanOrEqual(0);
}
