import type { MeterUnit } from "./meters.ts";

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];
/** Microcents of one unit of a currency with two decimals. */
const MICROCENTS = 100_000_000;

/**
 * A metered amount as people read it: "1,842", "14.2 GB", "6 h 52 min", "3.8 M", "€1.18". @param locale "" is English
 */
export function amountInWords(unit: MeterUnit, amount: number, locale = "en"): string {
  const text = (value: number, options?: Intl.NumberFormatOptions) => value.toLocaleString(locale || "en", options);
  if (unit === "bytes") return bytesInWords(amount, text);
  if (unit === "seconds") return durationInWords(amount);
  if (unit === "tokens" && Math.abs(amount) >= 1_000_000)
    return `${text(amount / 1_000_000, { maximumFractionDigits: 2 })} M`;
  if (unit === "microcents") {
    const isSmall = amount !== 0 && Math.abs(amount) < MICROCENTS / 100;
    return text(amount / MICROCENTS, { style: "currency", currency: "EUR", maximumFractionDigits: isSmall ? 4 : 2 });
  }
  return text(amount);
}

function bytesInWords(bytes: number, text: (value: number, options?: Intl.NumberFormatOptions) => string): string {
  const power = Math.min(Math.floor(Math.log(Math.max(1, Math.abs(bytes))) / Math.log(1024)), UNITS.length - 1);
  return `${text(bytes / 1024 ** power, { maximumFractionDigits: power > 1 ? 1 : 0 })} ${UNITS[power]}`;
}

/** From a minute on minutes are rounded up, as what was begun counts. */
function durationInWords(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ""}`;
}
