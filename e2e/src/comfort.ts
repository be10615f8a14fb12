import type { BrowserContext, Page } from "@playwright/test";

declare global {
  /** What moved on its own since the page was opened, with the share of the window. */
  var shifts: { value: number; what: string }[];
}

/** Adds up what moves on its own on each page of the context (https://web.dev/articles/cls). */
export async function followShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    globalThis.shifts = [];
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const what = sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? "something that has left").join("; ");
        if (!hadRecentInput) globalThis.shifts.push({ value, what });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What moved on its own on the page, when it is `share` of the window or more in all. */
export async function shiftsOf(page: Page, share: number): Promise<string[]> {
  const shifts = await page.evaluate(() => globalThis.shifts);
  if (shifts.reduce((sum, { value }) => sum + value, 0) < share) return [];
  return shifts.map(({ value, what }) => `${value.toFixed(4)}: ${what}`);
}

/** Px that a target has at least, each way, where it is meant for a finger. */
const FINGER = 44;

/**
 * What can be tapped on the page and has no room for a finger: less than 44 px where a tap is taken, its label
 * included. Links within a sentence are as high as its lines (WCAG 2.2, 2.5.8).
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const TARGETS =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=menuitem], [role=option], [role=checkbox], [role=radio]";
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest("[inert], [aria-hidden=true]");
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display.startsWith("inline") &&
      [...(element.parentNode?.childNodes ?? [])].some(
        (beside) => beside.nodeType === Node.TEXT_NODE && beside.textContent?.trim(),
      );
    const small: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(TARGETS)) {
      if (!isShown(element) || element.matches(":disabled") || isInSentence(element)) continue;
      element.scrollIntoView({ block: "center", inline: "center" });
      const box = element.getBoundingClientRect();
      // What is there for screen readers alone, or comes into view with the keyboard.
      if (box.width <= 1 || box.height <= 1 || box.bottom <= 0 || box.right <= 0) continue;
      const labels = [...((element as HTMLInputElement).labels ?? [])];
      const isOwn = (at: Element | null) =>
        at !== null &&
        [element, ...labels].some((own) => own.contains(at) || (at.contains(own) && at.matches("label")));
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      /** How far from the middle a tap is taken, in px. */
      const reach = (dx: number, dy: number) => {
        let far = 0;
        while (far < least && isOwn(document.elementFromPoint(x + dx * (far + 1), y + dy * (far + 1)))) far += 1;
        return far;
      };
      const width = Math.max(box.width, reach(-1, 0) + reach(1, 0) + 1);
      const height = Math.max(box.height, reach(0, -1) + reach(0, 1) + 1);
      if (width >= least - 0.5 && height >= least - 0.5) continue;
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      small.push(
        `${element.tagName.toLowerCase()} “${name.slice(0, 40)}” ${Math.round(width)} × ${Math.round(height)}`,
      );
    }
    return small;
  }, FINGER);
}
