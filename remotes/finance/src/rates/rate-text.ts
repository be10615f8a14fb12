/** Six figures that count. */
export const rateText = (rate: number, locale?: string): string =>
  rate.toLocaleString(locale, { maximumSignificantDigits: 6 });
