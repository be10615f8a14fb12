import { PreferencesPatch } from "@tessera/contracts-settings/settings.ts";

/**
 * The contract's patch, with the two names that only the runtime can judge: the locale (BCP 47) and the time zone
 * (IANA).
 */
export const PreferencesChange = PreferencesPatch.superRefine(({ locale, timeZone }, context) => {
  if (locale && !canonicalLocale(locale)) {
    context.addIssue({
      code: "custom",
      path: ["locale"],
      message: `"${locale}" is not a language tag such as "en-GB" or "de"`,
    });
  }
  if (timeZone && !isTimeZone(timeZone)) {
    context.addIssue({
      code: "custom",
      path: ["timeZone"],
      message: `"${timeZone}" is not a time zone such as "Europe/Berlin"`,
    });
  }
});

/** "en-gb" → "en-GB"; null when it is not a language tag. */
export function canonicalLocale(locale: string): string | null {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? null;
  } catch {
    return null;
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
