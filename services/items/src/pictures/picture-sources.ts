/** What this file needs of a DOM. */
interface Element {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  closest(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
  replaceWith(...nodes: unknown[]): void;
  readonly innerHTML: string;
  readonly nextElementSibling: Element | null;
  readonly attributes: Iterable<{ name: string }>;
  remove(): void;
}
interface Page {
  querySelectorAll(selector: string): Iterable<Element>;
}

/** Width in pixels that suits a column of text on a dense screen. */
const WANTED_WIDTH = 1600;
const SOURCE_TYPES = /^(image\/(jpe?g|png|gif|webp|bmp)|)$/i;
/** Where pages put the address of a picture that a script loads later. */
const LAZY = ["data-src", "data-original", "data-lazy-src", "data-hi-res-src", "data-full-src"];
const LAZY_SETS = ["data-srcset", "data-lazy-srcset"];

/**
 * Gives each picture of a page the one address that is best to keep, absolute, in `src`: of what `srcset`, `picture`
 * and scripts that load later would choose from. @param keepData whether pictures that stand in the page itself stay
 */
export function settlePictures(page: Page, base: string, { keepData = false } = {}): void {
  for (const image of [...page.querySelectorAll("img")]) {
    const own = image.getAttribute("src")?.trim() ?? "";
    const address =
      addressOf(image, base) ??
      addressOf(hiddenCopy(image), base) ??
      (keepData && /^data:image\//i.test(own) ? own : null);
    for (const { name } of [...image.attributes])
      if (/^(src|srcset|sizes|loading|data-.*)$/i.test(name)) image.removeAttribute(name);
    if (address) image.setAttribute("src", address);
    else image.remove();
    const picture = image.closest("picture");
    if (address && picture) picture.replaceWith(image);
  }
}

/** The picture for browsers without scripts, which often stands behind an empty one. */
function hiddenCopy(image: Element): Element | null {
  const next = image.nextElementSibling as (Element & { localName?: string }) | null;
  if (next?.localName !== "noscript") return null;
  for (const copy of next.querySelectorAll("img")) return copy;
  return null;
}

function addressOf(image: Element | null, base: string): string | null {
  if (!image) return null;
  const sources = [...(image.closest("picture")?.querySelectorAll("source") ?? [])]
    .filter((source) => SOURCE_TYPES.test(source.getAttribute("type") ?? ""))
    .map((source) => source.getAttribute("srcset") ?? source.getAttribute("data-srcset"));
  const sets = [...LAZY_SETS.map((name) => image.getAttribute(name)), image.getAttribute("srcset"), ...sources];
  const single = [...LAZY.map((name) => image.getAttribute(name)), image.getAttribute("src")];
  for (const candidate of [...sets.map(bestOf), ...single]) {
    const address = candidate?.trim();
    if (!address || !URL.canParse(address, base)) continue;
    const url = new URL(address, base);
    if (url.protocol === "http:" || url.protocol === "https:") return url.href;
  }
  return null;
}

/** Of a `srcset`: the smallest that is wide enough, else the widest; HTML standard, "parse a srcset attribute". */
function bestOf(srcset: string | null): string | null {
  const candidates = [...(srcset ?? "").matchAll(/(\S*[^\s,])(?:\s+([\d.]+)([wx]))?\s*(?:,|$)/g)].map(
    ([, address, size = "1", unit = "x"]) => ({ address: address!, width: Number(size) * (unit === "x" ? 800 : 1) }),
  );
  candidates.sort((a, b) => a.width - b.width);
  return (candidates.find(({ width }) => width >= WANTED_WIDTH) ?? candidates.at(-1))?.address ?? null;
}

/** Addresses of the site's icon, the best first; the one that every site may have is the last. */
export function iconsOf(page: Page, base: string): string[] {
  const named: { href: string; size: number }[] = [];
  for (const link of page.querySelectorAll("link[rel][href]")) {
    if (!/(^|\s)(icon|apple-touch-icon)(\s|$)/i.test(link.getAttribute("rel") ?? "")) continue;
    const href = link.getAttribute("href") ?? "";
    if (/svg/i.test(link.getAttribute("type") ?? "") || /\.svg([?#]|$)/i.test(href) || !URL.canParse(href, base))
      continue;
    const size = Number.parseInt(link.getAttribute("sizes") ?? "", 10) || 16;
    // The one nearest to what is drawn, rather larger than smaller.
    named.push({ href: new URL(href, base).href, size: size < 32 ? 1000 - size : size });
  }
  named.sort((a, b) => a.size - b.size);
  const addresses = [...named.map(({ href }) => href), new URL("/favicon.ico", base).href];
  return [...new Set(addresses)].filter((address) => /^https?:/i.test(address)).slice(0, 3);
}
