/** Words of receipts in English, German, French, and the most common ones of their neighbours; folded. */

const words = (list: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${list})(?![\p{L}\p{N}])`, "u");

/** Lines that say what is to be paid, the surest first. */
export const TOTALS: readonly RegExp[] = [
  words(
    "grand total|total due|amount due|balance due|total to pay|total ttc|net a payer|montant total|montant du" +
      "|a payer|zu zahlen|zahlbetrag|gesamtbetrag|gesamtsumme|endbetrag|rechnungsbetrag|totale complessivo" +
      "|te betalen|att betala|importe total|total a pagar|order total|total amount|total amt|invoice total" +
      "|total payable|amount payable|nett? total|total nett?|rounded total|total rounded|total after rounding",
  ),
  words("total|totale|totaal|summe|gesamt|totalt|suma|razem|celkem|yhteensa|i alt|summa"),
  words("betrag|sum|amount|montant|importe|balance|bezahlt"),
];
/** A line with one of these is no total, though it says "total". */
export const NO_TOTAL = words(
  "sub ?-?total|subtotal|zwischensumme|sous ?-?total|total ht|total hors taxes?|netto|net|total tax" +
    "|total vat|total tva|total items?|items?|artikel|articles?|total savings?|savings?|saved|ersparnis" +
    "|gespart|rabatt|discount|remise|total discount|punkte|points?|tip|trinkgeld|pourboire|gratuity" +
    "|before tax|steuer gesamt|pieces|stuck|qty|quantity|guthaben|cashback|previous|kilometer|units|supplies" +
    "|rounding|rundung",
);
/** What was handed over or given back, and with what it was paid. */
export const PAYMENTS = words(
  "gegeben|bar|barzahlung|ruckgeld|zuruck|wechselgeld|cash|change|tendered|tender|rendu|especes|monnaie" +
    "|contanti|resto|wisselgeld|contant|efectivo|cambio|carte|card|karte|kartenzahlung|girocard|ec-karte" +
    "|ec-cash|visa|mastercard|maestro|amex|debit|credit|cb|paypal|twint|contactless|kontaktlos|kreditkarte" +
    "|visa debit|paid|kort|pago|tarjeta|carta|kontant",
);
/** What was paid with, where the amount is that of the whole: not what was handed over in cash. */
export const CARDS = words(
  "carte|card|karte|kartenzahlung|girocard|ec-karte|ec-cash|visa|mastercard|maestro|amex|debit|credit|cb" +
    "|paypal|twint|kreditkarte|kort|tarjeta|carta|pin",
);
export const CASH = words("gegeben|bar|cash|payment|paid|tendered|tender|especes|contanti|contant|efectivo|kontant");
export const CHANGE = words("ruckgeld|zuruck|wechselgeld|change|rendu|monnaie rendue|resto|wisselgeld|cambio");
export const TAXES = words(
  "mwst|mwst\\.|ust|ust\\.|umsatzsteuer|mehrwertsteuer|steuer|vat|tva|iva|btw|moms|mva|gst|hst|pst|qst" +
    "|sales tax|tax|taxe|taxes|dph|ptu",
);
/** Totals that are not all of it. */
export const WITHOUT_TAX = words("excl|excluding|excludes|exclusive|exkl|zzgl");
/** The tax that a total has in it: "GST 6% included in total". */
export const TAX_WITHIN = /(?:tax|gst|vat|mwst|ust|tva|iva|moms).{0,12}\b(?:incl|inkl|enthalten|in (?:the )?total)/u;
/** Forms of companies: a line at the head with one of these is a name. Folded, and as they are misread. */
export const COMPANIES = words(
  "s[deo0]n\\.? ?[b83]h?[do]|[b8]hd|[s5]/b|pte|pty|ltd|limited|llc|llp|inc|corp|plc|gmbh|co\\. kg|ohg|e\\. ?k|ag" +
    "|sarl|s\\.a\\.|srl|s\\.r\\.l|s\\.p\\.a|s\\.l\\.|b\\.v|enterprise|trading|co",
);
/** Prices without the tax, and what is worked out of them. */
export const NETS = words("netto|net|brutto|gross|total ht|hors taxes?|base|taxable|ht");
/** A day that is not that of the purchase. */
export const OTHER_DAYS = words(
  "valid|gultig|expires?|expiry|bis|until|return by|ruckgabe|umtausch|best before|mhd|haltbar|due|fallig" +
    "|echeance|printed|geburtstag|delivery|lieferung|tse|jusqu'au|valable",
);
export const DAY_WORDS = words("datum|date|day|fecha|data|dato|rechnungsdatum|belegdatum|kaufdatum|tag|pvm");
/** Lines at the head of receipts that are no name of a shop. */
export const NO_NAME = words(
  "receipt|rechnung|kassenbon|kassenbeleg|quittung|beleg|bon|invoice|facture|ticket de caisse|ticket|recu" +
    "|welcome|willkommen|bienvenue|thank you|thanks|danke|merci|copy|kopie|kundenbeleg|customer copy" +
    "|vielen dank|duplicate|tel|telefon|phone|fax|steuernr|steuernummer|ust-id|ustid|ust-idnr|siret|vat no" +
    "|tax id|kasse|cashier|order|bestellung|table|tisch|server|datum|date|sales receipt|tax invoice|bill" +
    "|your order|store|filiale|ust-id-nr|eur|chf|scontrino",
);
/** Signs of the United States, where the month comes first. */
export const AMERICAN = words("sales tax|subtotal|tip|gratuity|zip|usd|us\\$");
/** Taxes that the United States do not have. */
export const NOT_AMERICAN = words("vat|gst|mwst|tva|iva|btw|moms");

/** Symbols and names of currencies, as whole words or beside an amount. */
export const CURRENCIES: readonly (readonly [code: string, pattern: RegExp])[] = [
  ["EUR", /€|(?<![a-z])(?:eur|euro)(?![a-z])/u],
  ["GBP", /£|(?<![a-z])gbp(?![a-z])/u],
  ["CHF", /(?<![a-z])(?:chf|sfr)(?![a-z])/u],
  ["JPY", /[¥￥円]|(?<![a-z])jpy(?![a-z])/u],
  ["PLN", /zł|(?<![a-z])(?:pln|zl)(?![a-z])/u],
  ["CZK", /kč|(?<![a-z])czk(?![a-z])/u],
  ["SEK", /(?<![a-z])sek(?![a-z])/u],
  ["NOK", /(?<![a-z])nok(?![a-z])/u],
  ["DKK", /(?<![a-z])dkk(?![a-z])/u],
  ["HUF", /(?<![a-z])(?:huf|ft)(?![a-z])/u],
  ["CAD", /c\$|ca\$|(?<![a-z])cad(?![a-z])/u],
  ["AUD", /a\$|(?<![a-z])aud(?![a-z])/u],
  ["USD", /\$|(?<![a-z])usd(?![a-z])/u],
  ["MYR", /(?<![a-z])(?:myr|rm)(?![a-z])/u],
];
/** Where no currency is said: words that are said where one is used. */
export const CURRENCY_WORDS: readonly (readonly [code: string, pattern: RegExp])[] = [
  ["EUR", words("mwst|ust|tva|iva|btw|summe|gesamt|betrag")],
  ["GBP", words("vat")],
  ["USD", words("sales tax|gratuity")],
];
