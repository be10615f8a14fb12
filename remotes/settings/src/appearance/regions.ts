/** Locales offered for dates, numbers and sums; any other that a person already has is added to the list. */
const locales = [
  "ar",
  "bg",
  "cs",
  "da",
  "de-AT",
  "de-CH",
  "de-DE",
  "el",
  "en-AU",
  "en-CA",
  "en-GB",
  "en-IE",
  "en-IN",
  "en-US",
  "en-ZA",
  "es-ES",
  "es-MX",
  "et",
  "fi",
  "fr-BE",
  "fr-CA",
  "fr-CH",
  "fr-FR",
  "he",
  "hi",
  "hr",
  "hu",
  "id",
  "is",
  "it-IT",
  "ja",
  "ko",
  "lt",
  "lv",
  "nb",
  "nl-BE",
  "nl-NL",
  "pl",
  "pt-BR",
  "pt-PT",
  "ro",
  "sk",
  "sl",
  "sr",
  "sv",
  "th",
  "tr",
  "uk",
  "vi",
  "zh-CN",
  "zh-TW",
];

export interface Region {
  value: string;
  label: string;
}

/** The locales by their English names, and `current` when it is none of them. */
export function localeOptions(current: string): Region[] {
  const names = new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" });
  return [...new Set(current ? [...locales, current] : locales)]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
}

/** Every time zone the browser knows, and `current` when it is none of them. */
export function timeZoneOptions(current: string): Region[] {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]);
  if (current) zones.add(current);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

/** "Friday, 20 November 2026 at 18:04 and €1,234.50" */
export function sample(locale: string, timeZone: string, now: Date): string {
  const moment = now.toLocaleString(locale || undefined, {
    dateStyle: "full",
    timeStyle: "short",
    ...(timeZone ? { timeZone } : {}),
  });
  const sum = new Intl.NumberFormat(locale || undefined, { style: "currency", currency: "EUR" }).format(1234.5);
  return `${moment} and ${sum}`;
}

/** What "as the browser" stands for here. */
export function browserRegion() {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return {
    locale: new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" }).of(locale) ?? locale,
    timeZone: timeZone.replaceAll("_", " "),
  };
}
