/**
 * Time after which a script or style sheet that neither arrived nor failed counts as failed, ms. The largest file of a
 * remote, 100 kB compressed, takes 2 s on the slow 3G of browsers' tools (400 kbit/s); the specification names no
 * limit, browsers have none.
 */
export const FILE_LIMIT_MS = 10_000;

/** The same for a file that no other release can take the place of: giving it up early leaves an error page. */
export const LAST_FILE_LIMIT_MS = 30_000;

/**
 * From now on the file has a limited time: after it, its element has the event that a file that is missing gives it.
 */
export function limitTime(element: HTMLScriptElement | HTMLLinkElement, limit: number): void {
  const timer = setTimeout(() => element.dispatchEvent(new Event("error")), limit);
  for (const end of ["load", "error"]) element.addEventListener(end, () => clearTimeout(timer), { once: true });
}

/** Tells the address of each script and style sheet of the page that failed from now on. */
export function watchFiles(failed: (url: string) => void): void {
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLScriptElement) failed(target.src);
      else if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed(target.href);
    },
    true, // events of elements do not bubble
  );
}

/**
 * Takes style sheets out of the page that did not arrive with it. A bundle's loader takes such an element for one that
 * is on its way, and waits; without it, the loader asks for the file itself and finds out.
 */
export function dropFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) if (!link.sheet) link.remove();
}
