import { labels } from "@tessera/ui";

/** Longest wait for the first view, ms: a page may stay busy for as long as its answer does not come. */
const MAX_WAIT = 10_000;

/** Longest wait for an idle browser after that, ms: while a page loads, Chromium may not say so for seconds. */
const MAX_IDLE_WAIT = 200;

/** The outline that the server sent, or one of what is being loaded. */
const UNFINISHED = `.outline, [role=status][aria-label="${labels.loading}"]`;

let drawn: Promise<void> | undefined;

/**
 * Resolves when the first page shows what it is about: nothing in it says that it is loading any more, and the browser
 * had time to draw. What is fetched for later begins then, and keys that were pressed before reach the page.
 */
export function firstViewDrawn(): Promise<void> {
  drawn ??= whenDrawn(document.getElementById("root") ?? document.body);
  return drawn;
}

/** @param container what the application is drawn in */
export function whenDrawn(container: HTMLElement): Promise<void> {
  const isDrawn = () => container.childElementCount > 0 && container.querySelector(UNFINISHED) === null;
  return new Promise((resolve) => {
    const look = () => isDrawn() && done();
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      whenIdle(resolve);
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(done, MAX_WAIT);
    observer.observe(container, { childList: true, subtree: true });
    look();
  });
}

/** Safari has no idle callbacks. */
function whenIdle(then: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(then, { timeout: MAX_IDLE_WAIT });
  else setTimeout(then, 50);
}
