/** Minor units of ISO 4217 where they are not two digits. Intl follows CLDR instead, which rounds some to 0. */
const EXPONENTS: Record<string, number> = {
  ...Object.fromEntries(
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF ITL ESP BEF LUF PTE TRL GRD MGF"
      .split(" ")
      .map((code) => [code, 0]),
  ),
  ...Object.fromEntries("BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3])),
  ...{ CLF: 4, UYW: 4 },
};

/** No currency, ISO 4217: what amounts are in when nobody says. */
export const NO_CURRENCY = "XXX";

/** Of old files. */
const FORMER = "ATS BGN CYP DEM EEK FIM FRF HRK IEP LTL LVL MTL NLG ROL SIT SKK".split(" ");
const KNOWN = new Set([...Intl.supportedValuesOf("currency"), ...Object.keys(EXPONENTS), ...FORMER, NO_CURRENCY]);

/** Digits after the decimal point of a currency. */
export const exponentOf = (currency: string): number => (Object.hasOwn(EXPONENTS, currency) ? EXPONENTS[currency]! : 2);

/** The ISO 4217 code that a text means, by code or sign. Signs that several currencies share mean none. */
export function currencyOf(text: string | undefined): string | undefined {
  const code = text?.trim().toUpperCase();
  if (!code) return undefined;
  if (KNOWN.has(code)) return code;
  return SIGNS[code];
}

const SIGNS: Record<string, string | undefined> = {
  ...{ "€": "EUR", EURO: "EUR", EUROS: "EUR", "£": "GBP", US$: "USD", "₹": "INR", "₩": "KRW", "₽": "RUB", RUR: "RUB" },
  ...{ "₺": "TRY", "₴": "UAH", "₪": "ILS", "₫": "VND", "₱": "PHP", "₦": "NGN", DM: "DEM" },
  ...{ R$: "BRL", CA$: "CAD", C$: "CAD", A$: "AUD", NZ$: "NZD", HK$: "HKD", SFR: "CHF" },
  ...{ ZŁ: "PLN", KČ: "CZK", FT: "HUF" },
};
