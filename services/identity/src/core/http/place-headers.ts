import type { IncomingHttpHeaders } from "node:http";

/** Maximum characters of a place's name; it is only displayed. */
const MAX_LENGTH = 100;

/** What proxies send for an unknown place; ISO 3166 reserves XX and ZZ. T1 is Cloudflare's code for Tor. */
const unknown = new Set(["", "-", "?", "XX", "ZZ", "unknown"]);
const countries = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });

/**
 * "Vienna, Austria" of the headers in which a proxy names a place, from the narrowest to the widest; null when it does
 * not know.
 */
export function placeIn(headers: IncomingHttpHeaders, names: readonly string[]): string | null {
  const parts = names.map((name) => named(headers[name])).filter((part) => part !== null);
  return [...new Set(parts)].join(", ").slice(0, MAX_LENGTH) || null;
}

function named(value: string | string[] | undefined): string | null {
  const text = utf8(String(value ?? ""))
    .replaceAll(/\p{C}/gu, "")
    .trim();
  if (unknown.has(text)) return null;
  if (text === "T1") return "Tor network";
  return /^[A-Z]{2}$/.test(text) ? (countries.of(text) ?? text) : text;
}

/** Node reads headers as latin1; proxies write the names of cities in UTF-8, some of them percent-encoded. */
function utf8(header: string): string {
  const text = Buffer.from(header, "latin1").toString("utf8");
  const readable = text.includes("\uFFFD") ? header : text;
  try {
    return decodeURIComponent(readable);
  } catch {
    return readable;
  }
}
