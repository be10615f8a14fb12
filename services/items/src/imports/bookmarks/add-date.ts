/** Microseconds between 1601, where Chrome's own times begin, and 1970. */
const CHROME_EPOCH = 11_644_473_600_000_000;
/** No bookmark is older than the web; earlier times are taken for damage. */
const OLDEST = Date.UTC(1990, 0, 1);
const DAY = 24 * 60 * 60 * 1000;

/**
 * Time of an ADD_DATE: a number in seconds, milliseconds or microseconds since 1970 (distinguished by size), Chrome's
 * microseconds since 1601, a time as web servers log it ("10/Oct/2000:13:55:36 +0300"), or one of ISO 8601. @returns
 * null when it is none, or no sensible one
 */
export function parseAddDate(text: string, now: Date): Date | null {
  const ms = /^\d+$/.test(text.trim()) ? fromNumber(Number(text)) : fromWords(text);
  return ms >= OLDEST && ms <= now.getTime() + DAY ? new Date(ms) : null;
}

function fromNumber(value: number): number {
  if (value < 1e11) return value * 1000;
  if (value < 1e14) return value;
  return Math.floor((value > CHROME_EPOCH ? value - CHROME_EPOCH : value) / 1000);
}

/** @returns NaN when it is no time */
function fromWords(text: string): number {
  if (/^\d{4}-\d{2}-\d{2}([T ]|$)/.test(text.trim())) return Date.parse(withZone(text.trim()));
  const logged = /^(\d{1,2})\/([A-Za-z]{3})\/(\d{4}):(\d{2}:\d{2}:\d{2}(?: [+-]\d{4})?)$/.exec(text.trim());
  return logged ? Date.parse(`${logged[1]} ${logged[2]} ${logged[3]} ${logged[4]}`) : Number.NaN;
}

/** Where none is said, UTC is meant. */
const withZone = (iso: string) =>
  iso.length === 10 || /(Z|[+-]\d{2}:?\d{2})$/i.test(iso) ? iso.replace(" ", "T") : `${iso.replace(" ", "T")}Z`;
