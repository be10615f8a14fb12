import type { ColumnRole } from "./profile.ts";

/** A name without case, accents, brackets and punctuation. */
export const plainName = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}|\([^)]*\)|\[[^\]]*\]/gu, "")
    .toLowerCase()
    .replace(/ß/gu, "ss")
    .replace(/ł/gu, "l")
    .replace(/[^\p{L}\p{N}#+/]+/gu, " ")
    .trim();

const words = (list: string) => new RegExp(`^(?:${list})$`, "u");
/** With the currency behind the name: "Débit euros", "Belastung in CHF". */
const sums = (list: string) =>
  words(`(?:${list})(?: (?:in |en )?(?:euros?|eur|chf|usd|gbp|pln|czk|huf|sek|nok|dkk|cad|aud|inr|jpy|brl))?`);

/**
 * Names that banks and programs give their columns, by role; the first that fits the content of the column counts.
 * English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Hungarian, Nordic, Turkish and others.
 */
export const NAMES: readonly (readonly [ColumnRole, RegExp])[] = [
  [
    "date",
    words(
      "date|" +
        "(?:transaction|posting|posted|post|booking|book|booked|completed|trade|deal|entry|operation) ?date|" +
        "(?:processed|settlement) ?date|" +
        "date (?:of )?(?:transaction|operation|posted|processed|de l operation|de comptabilisation|comptable)|dates?|" +
        "buchungstag|buchungsdatum|datum|datum der transaktion|belegdatum|transaktionsdatum|buchung|" +
        "fecha|fecha (?:de )?(?:operacion|contable|movimiento)|f operacion|data|" +
        "data (?:operazione|contabile|operacji|ksiegowania|movimento|mov|transakcji|lancamento|da operacao)|" +
        "boekdatum|boekingsdatum|datum boeking|transactiedatum|datum (?:transakce|zauctovani|provedeni)|" +
        "konyveles datuma|datum konyveles|tranzakcio datuma|" +
        "dato|bogforingsdato|bokforingsdag|bokforingsdatum|bokfort|transaktionsdag|paivamaara|kirjauspaiva|" +
        "txn date|tran date|date of txn|posted on|" +
        "tarih|islem tarihi|日付|取引日|日期|交易日期|дата|дата операции",
    ),
  ],
  [
    "valueDate",
    words(
      "value ?date|valuta|valutadatum|valuta datum|wertstellung|wertstellungsdatum|wert|" +
        "date (?:de )?valeur|fecha valor|f valor|data (?:di )?valuta|data valor|" +
        "rentedatum|data waluty|datum valuty|valor|started date|transaction time|ertekn?ap|valutadato|" +
        "valutadag|arvopaiva|valor tarihi|effective date|value dt|val date",
    ),
  ],
  [
    "debit",
    sums(
      "debit|debit amount|debits|withdrawal|withdrawals|withdrawal amount|paid out|money out|out|outflow|" +
        "spent|amount debit|debit amt|withdrawals? amt|withdrawals? dr|dr|dr amount|" +
        "soll|belastung|belastungen|lastschrift|ausgang|ausgaben?|auszahlung|abgang|" +
        "rechnungsbetrag ausgehend|montant debit|depenses?|retraits?|sorties?|" +
        "cargos?|debe|debito|addebit[oi]|dare|uscite|debet|af bedrag|obciazenia?|wydatki|terheles|debitos?|" +
        "saidas?|kiadas|borc|uttag|お支払金額|支払金額|お引出金額|出金|出金額|支出|支出金额|借方",
    ),
  ],
  [
    "credit",
    sums(
      "credit|credit amount|credits|deposits?|deposit amount|paid in|money in|in|inflow|received|" +
        "amount credit|credit amt|deposits? amt|deposits? cr|cr|cr amount|" +
        "haben|gutschrift(?:en)?|eingang|einnahmen?|einzahlung|zugang|rechnungsbetrag eingehend|" +
        "montant credit|recettes?|versements?|entrees?|" +
        "abonos?|haber|credito|accredit[oi]|avere|entrate|uznania?|wplywy|jovairas|creditos?|entradas?|" +
        "bevetel|alacak|insattning|お預り金額|預り金額|お預入金額|入金|入金額|收入|收入金额|贷方",
    ),
  ],
  [
    "amount",
    words(
      "amount|transaction amount|net amount|amount (?:in )?\\p{L}{3}|value|sum|total amount|total|net|" +
        "betrag|betrag in \\p{L}{3}|betrag \\p{L}{3}|umsatz|umsatz in \\p{L}{3}|" +
        "montant|montant en \\p{L}+|montant de l operation|importe|importe \\p{L}{3}|import|importo|monto|" +
        "cantidad|valor|quantia|montante|bedrag|bedrag \\p{L}{3}|" +
        "kwota|kwota operacji|kwota transakcji|castka|objem|osszeg|belopp|belop|belob|summa|maara|tutar|" +
        "islem tutari|金額|取引金額|金额|交易金额|сумма|сумма операции",
    ),
  ],
  [
    "direction",
    words(
      "af bij|af/bij|debit/credit|debit credit|credit/debit|credit debit indicator|credit debit|dr/cr|" +
        "cr/dr|d/c|dc|c/d|cd|s/h|soll/haben|\\+/|sign|sens|" +
        "debet/credit|dare/avere|debit/credit indicator|drcr|dr cr|transaction type|txn type|type|details|art",
    ),
  ],
  [
    "currency",
    words(
      "currency|currency code|ccy|cur|fund currency code|transaction currency|account currency|wahrung|" +
        "waehrung|wahrung der karte|devise|divisa|moneda|moeda|valuta|munt|muntsoort|" +
        "waluta|mena|devizanem|penznem|valutakod|valuutta|para birimi|通貨|币种|валюта",
    ),
  ],
  [
    "balance",
    words(
      "balance|running ?balance|account balance|net cash balance|ledger balance|closing balance|" +
        "available balance|balance after|kontostand|saldo|saldo nach buchung|" +
        "verfugbares guthaben|solde|saldo contabile|saldo disponible|saldo po operacji|saldo na operacji|" +
        "saldo po|zustatek|egyenleg|kontosaldo|bakiye|残高|差引残高|余额|остаток",
    ),
  ],
  [
    "fee",
    words(
      "fees?|gebuhr(?:en)?|entgelt|commissions?|frais|comision|commissioni|prowizja|oplata|poplatek|dij|" +
        "avgift|transaction fee",
    ),
  ],
  [
    "importId",
    words(
      "transaction id|transactionid|transaction number|transaction no|trans id|fitid|unique id|" +
        "transaktions ?id|transaktionsnummer|tranzakcio ?azonosito|" +
        "id transakcji|id operace|id de transaction|id transaccion|transaction identifier|operation id",
    ),
  ],
  [
    "checkNumber",
    words("check ?number|check no|check|check #|cheque|cheque number|cheque no|chq no|num|scheck ?nummer"),
  ],
  [
    "payee",
    words(
      "payee|payee/detail|name|payee name|counterparty|counterparty name|merchant|merchant name|" +
        "beneficiary|beneficiary name|recipient|sender|vendor|partner|partner name|target name|paid to|" +
        "empfanger|empfanger/in|auftraggeber|auftraggeber/empfanger|auftraggeber/beg\\p{L}+|" +
        "beguenstigter/zahlungspflichtiger|begunstigter/zahlungspflichtiger|beg\\p{L}*nstigter/auftraggeber|" +
        "zahlungsempfanger(?:/in)?|zahlungsempfanger/in|zahlungsempfanger in|zahlungspflichtige(?:/r|r)?|name zahlungsbeteiligter|" +
        "name des partners|kontoinhaber|gegenpartei|" +
        "beneficiaire|nom|contrepartie|tiers|beneficiario|ordenante|controparte|destinatario|tegenpartij|" +
        "naam tegenpartij|naam|naam / omschrijving|naam/omschrijving|" +
        "kontrahent|nadawca/odbiorca|nazwa odbiorcy|nazwa kontrahenta|protistrana|nazev protiuctu|" +
        "nazev protistrany|partner nev|ellenoldali nev|mottagare|modtager|mottaker|saaja/maksaja|alici|お取引先|" +
        "对方户名",
    ),
  ],
  [
    "counterpartyAccount",
    words(
      "iban|counterparty (?:account|iban)|account number of counterparty|beneficiary account|number|" +
        "kontonummer/iban|iban zahlungsbeteiligter|kontonummer iban|konto nr|gegenkonto|" +
        "iban des begunstigten|tegenrekening|tegenrekening iban/bban|rekening tegenpartij|" +
        "compte contrepartie|partner iban szama|partner szamlaszama|ellenoldali szamlaszam|" +
        "numer konta|nr rachunku|rachunek kontrahenta|cislo protiuctu|protiucet|motkonto|to account|kontonummer",
    ),
  ],
  [
    "counterpartyBank",
    words(
      "bic|blz|bic/blz|bankleitzahl|swift|bic /swift code|bic swift code|bic/swift|partner bankkodja|bank|" +
        "bankkod|kod banku|kod banky",
    ),
  ],
  [
    "account",
    words(
      "account|account ?number|account no|account name|own account|iban auftragskonto|auftragskonto|konto|" +
        "kontonummer|kontoname|rekening|rekeningnummer|iban/bban|" +
        "compte|numero de compte|cuenta|conto|rachunek|numer rachunku|cislo uctu|szamlaszam|account id|product",
    ),
  ],
  ["category", words("category|category name|kategorie|categorie|categoria|kategoria|kategori|luokka|class")],
  ["subcategory", words("sub ?category|unterkategorie|sous categorie|subcategoria|podkategoria")],
  ["tags", words("tags?|labels?|etiketten|etiquetas")],
  ["status", words("status|state|info|statut|stato|estado|stan transakcji")],
  [
    "memo",
    words(
      "description|desc|transaction description|transaction ref ?\\d|additional description|details|" +
        "transaction details|memo|notes?|reason|purpose|narrative|narration|particulars|remarks?|comments?|" +
        "usage|text|message|payment reference|" +
        "beschreibung ?\\d?|description ?\\d|verwendungszweck|verwendungszweck zeile ?\\d|vwz ?\\d*|buchungstext|zahlungsreferenz|" +
        "buchungsdetails|umsatztext|notiz|betreff|mitteilung|details zur transaktion|" +
        "libelle|libelle (?:de l )?operation|libelle simplifie|motif|communications?|concepto|descripcion|" +
        "observaciones|causale|descrizione|descrizione operazione|descricao|historico|" +
        "omschrijving|omschrijving ?\\d|mededeling(?:en)?|opis|opis operacji|opis transakcji|tytul|tytulem|" +
        "popis|zprava pro prijemce|poznamka|kozlemeny|megjegyzes|beskrivelse|tekst|meddelande|viesti|selite|" +
        "aciklama|" +
        "konyvelesi informaciok|摘要|内容|附言|описание|назначение платежа",
    ),
  ],
  [
    "reference",
    words(
      "reference|ref|ref #|ref no|reference (?:no|number|id)|bank reference|referenz|kundenreferenz|" +
        "kundenreferenz .*|end to end .*|sepa reference|client reference|mandatsreferenz|" +
        "reference de l operation|referencia|riferimento|betalingskenmerk|kenmerk|numer referencyjny|" +
        "variabilni symbol|vs|viite|viitenumero",
    ),
  ],
  [
    "type",
    words(
      "type|transaction type|art|umsatzart|buchungsart|transaktionstyp|art der transaktion|posting text|" +
        "action|code|mutatiesoort|soort|type operation|type de transaction|tipo|tipo movimiento|" +
        "typ|rodzaj|typ operacji|typ transakcji|typ pohybu|tranzakcio tipusa|laji|tapahtumalaji",
    ),
  ],
];

/** Columns that say who it was when there is none for the name. */
export const NAME_INSTEAD = words(
  "description ?\\d?|desc|transaction description|details|transaction details|beschreibung ?1|libelle.*|omschrijving|opis.*|tekst|text|" +
    "narrative|narration|particulars|concepto|descripcion|descrizione.*|popis|beskrivelse|摘要|описание",
);
