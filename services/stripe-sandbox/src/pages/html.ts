/** A piece of HTML that is safe to put into a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | undefined | false | Part[];

/** `html\`<p>${name}</p>\``: every value is escaped unless it is Html itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : "")).join(""));
}

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(render).join("");
  if (part === null || part === undefined || part === false) return "";
  return String(part)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** €18.00; minor units. Two decimals: the sandbox sells in currencies that have them. */
export const money = (amount: number, currency: string) =>
  new Intl.NumberFormat("en-IE", { style: "currency", currency: currency.toUpperCase() })
    .format(amount / 100)
    .replace("-", "−");

/** 3 December 2026; seconds since 1970. */
export const date = (seconds: number) =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(
    seconds * 1000,
  );

/** 3 Dec 2026; seconds since 1970. */
export const shortDate = (seconds: number) =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(
    seconds * 1000,
  );

const brands: Record<string, string> = { visa: "Visa", mastercard: "Mastercard" };
export const brandName = (brand: string) => brands[brand] ?? brand;
