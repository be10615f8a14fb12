import type { ColumnRole } from "./profile.ts";

/** Letters without accents, as names are compared. */
const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/gu, "ss")
    .replace(/ł/gu, "l")
    .replace(/ø/gu, "o")
    .replace(/æ/gu, "ae")
    .replace(/ı/gu, "i");

/** A name without case, accents and punctuation. */
export const wholeName = (name: string): string =>
  folded(name.toLowerCase())
    .replace(/[^\p{L}\p{N}#+/]+/gu, " ")
    .replace(/ *\/ */gu, "/")
    .replace(/^ ?#(?=\p{L})/u, "")
    .trim();

/** The same without what stands in brackets. */
export const plainName = (name: string): string => wholeName(name.replace(/\([^)]*\)|\[[^\]]*\]/gu, ""));

const words = (list: string) => new RegExp(`^(?:${folded(list)})$`, "u");
/** With the currency behind the name: "Débit euros", "Belastung in CHF". */
const CODES = "euros?|eur|chf|usd|gbp|pln|czk|huf|ron|sek|nok|dkk|cad|aud|nzd|sgd|hkd|zar|mxn|brl|inr|jpy|try|uah|rub";
const sums = (list: string) => words(`(?:${list})(?: (?:in |en )?(?:${CODES}))?`);

/** Who pays, where another column says who is paid. */
const PAYER =
  "zahlungspflichtige(?:/r|r| r)?|auftraggeber(?:in| in)?|absender|sender|from|payer|debtor|ordering party|" +
  "ordering customer|" +
  "originator|remitter|source|donneur d ordre|emetteur|expediteur|payeur|debiteur|ordenante|remitente|pagador|" +
  "ordinante|mittente|remetente|opdrachtgever|afzender|betaler|nadawca|zleceniodawca|platce|odesilatel|mokėtojas|" +
  "maksja|maksātājs|maksaja|avsändare|avsender|afsender|fizető|feladó|plătitor|ordonator|gönderen|плательщик|" +
  "отправитель|платник|付款人|付款方|送金人|振込人";
/** Who is paid. */
const PAID =
  "payee|zahlungsempfänger(?:/in| in)?|empfänger(?:/in| in)?|begünstigter?|begünstigte r|recipient|receiver|to|" +
  "beneficiary|" +
  "creditor|target|destination|bénéficiaire|destinataire|créancier|beneficiario|destinatario|begunstigde|ontvanger|" +
  "odbiorca|příjemce|gavėjas|saaja|saņēmējs|maksunsaaja|mottagare|mottaker|modtager|kedvezményezett|címzett|" +
  "beneficiar|alici|получатель|одержувач|收款人|收款方|受取人|振込先";
const NAME = "name|nom|nombre|nome|naam|nazwa|název|nimi|namn|navn|neve|имя|名前|名称";
/** "Sender", "Sender name", "Name of the sender". */
const named = (list: string) =>
  words(
    `(?:${list})(?: ?(?:${NAME}|account name|full name|details))?|` +
      `(?:${NAME}) (?:of |de |du |de la |des |der |van |van de )?(?:the )?(?:${list})|` +
      "saajan nimi",
  );
const ADDRESS =
  "e ?mail|e ?mail address|e ?mail adresse|adresse e ?mail|adresse mail|dirección de correo|indirizzo e ?mail";
const mailed = (list: string) => words(`(?:${list}) (?:${ADDRESS})|de l adresse email|vers l adresse email`);
const NUMBER =
  "iban|account|account number|account no|account iban|iban/kto nr|iban/account|konto|kontonummer|iban/kontonummer|" +
  "compte|numéro de compte|cuenta|conto|rekening|rekeningnummer|rachunek|numer rachunku|číslo účtu|tilinumero|" +
  "szamlaszam";
const numbered = (list: string) =>
  words(`(?:${list})(?: (?:${NUMBER}))?|(?:${NUMBER}) (?:of |de |du |des |der |van )?(?:the )?(?:${list})`);

const PAIR = { payer: named(PAYER), paid: named(PAID) };
const MAIL_PAIR = { payer: mailed(PAYER), paid: mailed(PAID) };
/** Two columns of which one names who pays and the other who is paid, by their names. */
export const PAIRS = [PAIR, MAIL_PAIR] as const;

/**
 * Names that banks and programs give their columns, by role; the first that fits the content of the column counts, and
 * of several lines for a role the upper ones. English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
 * Czech, Hungarian, Nordic and Baltic languages, Turkish, Russian, Chinese, Japanese and others.
 */
export const NAMES: readonly (readonly [ColumnRole, RegExp])[] = [
  [
    "originalAmount",
    words(
      "(?:original|foreign|local|instructed)(?: currency)?(?: spend)? ?amount|foreigncurrencyamount|" +
        "amount in (?:original|foreign|transaction|local) currency|amount foreign currency|exchange to amount|" +
        "amount in transaction currency|transaction currency amount|target amount|originalbetrag|ursprungsbetrag|" +
        "fremdwährungsbetrag|" +
        "betrag (?:in )?(?:fremdwährung|originalwährung|ursprungswährung)|umsatz in fremdwährung|" +
        "montant (?:d )?origine|montant (?:en |dans la )?devise(?: d origine)?|montant d origine|importe original|" +
        "importe (?:en )?divisa(?: original)?|importo (?:in )?valuta(?: originale| estera)?|importo originale|" +
        "oorspr(?:onkelijk)? bedrag|bedrag (?:in )?vreemde valuta|původní částka(?: a měna| úhrady)?|" +
        "kwota (?:w walucie|oryginalna|płatności w walucie|transakcji w walucie)(?: transakcji| oryginalnej| rozliczenia)?|" +
        "eredeti összeg|originalbelopp|belopp (?:i )?(?:utländsk )?valuta|utländskt? belopp|utenlandsk beløp|" +
        "beløb i valuta|сумма в валюте операции|сумма операции|сума в валюті операціі|外币金额|現地通貨額",
    ),
  ],
  [
    "originalCurrency",
    words(
      "(?:original|foreign|local|instructed)(?: spend)? ?currency(?: code)?|foreign ccy|exchange to|target currency|" +
        "originalwährung|ursprungswährung|fremdwährung|währung fremdwährung|devise d origine|divisa original|" +
        "valuta (?:originale|estera)|" +
        "oorspr(?:onkelijke)? (?:munt|valuta)|vreemde valuta|původní měna(?: úhrady)?|waluta oryginalna|" +
        "eredeti deviza|" +
        "originalvaluta|utenlandsk valuta|валюта операции|外币币种",
    ),
  ],
  [
    "date",
    words(
      "date|" +
        "(?:trans(?:action)?|txn|tran|posting|posted|post|booking|book|booked|completed|completion|trade|deal|entry|operation|run|transfer|" +
        "execution|created|journal) ?date|" +
        "(?:processed|settlement) ?date|date ?time|created(?: on| at)?|finished on|completed on|booked at|timestamp|" +
        "date (?:of )?(?:transaction|operation|posted|processed|execution|de l operation|d execution|d operation|" +
        "de transaction|de comptabilisation|comptable)|dates?|dateop|" +
        "buchungstag|buchungsdatum|datum|datum der transaktion|belegdatum|transaktionsdatum|buchung|" +
        "buchungszeitpunkt|fecha|fecha (?:de )?(?:la )?(?:operación|contable|movimiento|transacción)|f operación|" +
        "data|" +
        "data (?:operazione|contabile|operacji|księgowania|movimento|mov|transakcji|lançamento|lanc|da operação|" +
        "registrazione|di registrazione|pagamento|tranzactiei?|tranzacției)|" +
        "boekdatum|boekingsdatum|datum boeking|transactiedatum|uitvoeringsdatum|datum verrichting|verrichtingsdatum|" +
        "datum (?:transakce|zaúčtování|provedení)|" +
        "könyvelés dátuma|dátum könyvelés|tranzakció dátuma|dátum|" +
        "dato|bogføringsdato|bokføringsdato|bokføringsdag|bokföringsdag|bokföringsdatum|bokført|transaktionsdag|" +
        "päivämäärä|kirjauspäivä|" +
        "kuupäev|datums|" +
        "date of txn|posted on|" +
        "tarih|işlem tarihi|日付|取引日|日期|交易日期|交易时间|交易日|дата|дата операции|дата (?:и время|i час) (?:операции|операціі)|" +
        "дата совершения операции|дата проводки",
    ),
  ],
  [
    "valueDate",
    words(
      "value ?date|valuta ?date|valuta|valutadatum|valuta datum|wertstellung|wertstellungsdatum|wert|" +
        "date (?:de )?valeur|dateval|fecha (?:de )?valor|f valor|data (?:di )?valuta|data valor|datum verrekening|" +
        "rentedatum|rentedato|data waluty|datum valuty|valor|started date|transaction time|értékn?ap|valutadato|" +
        "valutadag|arvopäivä|valör tarihi|effective date|value dt|val date|дата обработки операции|дата платежа",
    ),
  ],
  [
    "debit",
    sums(
      "debit|debit amount|debits|withdrawal|withdrawals|withdrawal amount|paid out|money out|funds out|out|outflow|" +
        "spent|amount debit|debit amt|withdrawals? amt|withdrawals? dr|dr|dr amount|" +
        "soll|belastung|belastungen|lastschrift|ausgang|ausgaben?|auszahlung|abgang|" +
        "rechnungsbetrag ausgehend|montant débit|dépenses?|retraits?|sorties?|" +
        "cargos?|debe|debito|addebit[oi]|dare|uscite|debet|af bedrag|obciążenia?|wydatki|terhelés|débitos?|" +
        "saídas?|kiadás|borç|uttag|ut fra konto|расход|списание|" +
        "お支払金額|支払金額|お引出金額|出金|出金額|支出|支出金额|借方",
    ),
  ],
  [
    "credit",
    sums(
      "credit|credit amount|credits|deposits?|deposit amount|paid in|money in|funds in|in|inflow|received|" +
        "amount credit|credit amt|deposits? amt|deposits? cr|cr|cr amount|" +
        "haben|gutschrift(?:en)?|eingang|einnahmen?|einzahlung|zugang|rechnungsbetrag eingehend|" +
        "montant crédit|recettes?|versements?|entrées?|" +
        "abonos?|haber|credito|accredit[oi]|avere|entrate|uznania?|wpływy|jóváírás|créditos?|entradas?|" +
        "bevétel|alacak|insättning|inn på konto|приход|зачисление|" +
        "お預り金額|預り金額|お預入金額|入金|入金額|收入|收入金额|贷方",
    ),
  ],
  [
    "amount",
    words(
      "buchungsbetrag|zaúčtovaná částka|částka v měně účtu|сумма платежа|сумма (?:пересчитанная )?в валюту? счета|" +
        "сумма в валюте счета|source amount|netto",
    ),
  ],
  [
    "amount",
    words(
      "amount|transaction amount|net amount|billing amount|credit/debit amount|amount (?:in )?\\p{L}{3}|value|sum|" +
        "total amount|amount total|total|net|" +
        `betrag|betrag (?:in )?\\p{L}{3}|umsatz|umsatz in \\p{L}{3}|${CODES}|` +
        "montant|montant en \\p{L}+|montant (?:de l )?opération(?: en \\p{L}+)?|importe|importe \\p{L}{3}|import|" +
        "importo|monto|" +
        "cantidad|valor|quantia|montante|bedrag|bedrag (?:in )?\\p{L}{3}|" +
        "kwota|kwota operacji|kwota transakcji|částka|částka \\p{L}{3}|objem|összeg|tranzakció összege|belopp|" +
        "beløp|beløb|" +
        "summa|summa \\p{L}{3}|suma|sumă|määrä|määrä \\p{L}+|tutar|" +
        "işlem tutarı|金額|取引金額|金额|交易金额|сумма|сума|сума в валюті картки",
    ),
  ],
  [
    "direction",
    words(
      "af bij|af/bij|debit/credit(?: flag)?|debit credit|credit/debit|credit debit indicator|credit ?debet|" +
        "debit ?credit|dr/cr|" +
        "cr/dr|d/c|dc|c/d|cd|d/k|s/h|soll/haben|\\+/|sign|sens|direction|" +
        "debet/credit|deebet/kreedit|debets/kredīts|dare/avere|debit/credit indicator|drcr|dr cr|bevétel/kiadás|" +
        "směr úhrady|收/支|transaction type|type of transaction|txn type|type|transaction|details|art",
    ),
  ],
  [
    "currency",
    words("buchungswährung|měna účtu|devise du compte|valuta rekening|account currency|валюта платежа|валюта счета"),
  ],
  [
    "currency",
    words(
      "currency|currency code|ccy|cur|curr|fund currency code|transaction currency|source currency|währung|" +
        "waehrung|währung der karte|whg|devise|monn|divisa|moneda|moeda|valuta|munt|muntsoort|munteenheid|devies|" +
        "valutacode|" +
        "waluta|měna|devizanem|pénznem|összeg devizaneme|tranzakció devizaneme|valutakod|valuutta|valuuta|valūta|" +
        "valiuta|monedă|para birimi|通貨|币种|валюта",
    ),
  ],
  [
    "balance",
    sums(
      "balance|running ?bal(?:ance)?|account ?balance|net cash balance|ledger balance|closing balance|bal|" +
        "available balance|balance after|kontostand|saldo|saldo nach buchung|" +
        "verfügbares guthaben|guthaben|solde|saldo contabile|saldo disponibile|disponible|saldo po .*|" +
        "saldo na operacji|" +
        "saldo na trn|bokfört saldo|sold|sold contabil|" +
        "zůstatek|egyenleg|kontosaldo|bakiye|残高|差引残高|余额|остаток|залишок після операціі",
    ),
  ],
  [
    "fee",
    words(
      "fees?|gebühr(?:en)?|entgelt|commissions?|frais|comisión|commissioni|prowizja|opłata|poplatek|díj|" +
        "avgift|transaction fee",
    ),
  ],
  [
    "importId",
    words(
      "transaction id|transactionid|transaction number|transaction no|trans id|fitid|unique id|transferwise id|" +
        "transaktions ?id|transaktionsnummer|transaktionscode|tranzakció ?azonosító|n de transaction|" +
        "id transakcji|id transakce|id operace|id de transaction|id transacción|transaction identifier|operation id|" +
        "identificador|arkistointitunnus|arhiveerimistunnus|arhīva kods|交易订单号|交易单号",
    ),
  ],
  [
    "checkNumber",
    words(
      "check ?number|check no|check|check #|check or slip #|cheque|cheque number|cheque no|chq no|chqno|num|" +
        "scheck ?nummer",
    ),
  ],
  [
    "payee",
    words(
      "counter ?party|counterparty name|counteraccount name|partner|partner name|other party|op name|" +
        "auftraggeber/empfänger|auftraggeber/beg\\p{L}+|empfänger/auftraggeber|" +
        "beguenstigter/zahlungspflichtiger|begünstigter/zahlungspflichtiger|beg\\p{L}*nstigter/auftraggeber|" +
        "zahlungsempfänger/zahlungspflichtiger|name zahlungsbeteiligter|name des partners|gegenpartei|" +
        "contrepartie|nom (?:de )?(?:la )?contrepartie|tiers|controparte|tegenpartij|" +
        "naam (?:van )?(?:de )?tegenpartij(?: bevat)?|tegenrekeninghouder|" +
        "kontrahent|dane kontrahenta|nadawca/odbiorca|odbiorca/zleceniodawca|nazwa kontrahenta|protistrana|" +
        "název protiúčtu|název protistrany|partner nev|partner neve|partner elnevezése|ellenoldali név|" +
        "saaja/maksaja|saaja/maksja|saņēmējs/maksātājs|text/mottagare|お取引先|对方户名|交易对方",
    ),
  ],
  ["payee", words(`(?:${PAYER})/(?:${PAID})|(?:${PAID})/(?:${PAYER})`)],
  ["payee", PAIR.paid],
  ["payer", PAIR.payer],
  ["payee", words("payee/detail|merchant|merchant name|vendor|paid to|supplierfound")],
  ["payee", words("name|naam|naam/omschrijving|nom|nome|nombre|nimi|namn|navn|kontoinhaber|title|otsikko|rubrik")],
  ["payee", MAIL_PAIR.paid],
  ["payer", MAIL_PAIR.payer],
  [
    "counterpartyAccount",
    words(
      "counterparty|counterparty (?:account|iban)|account number of counterparty|partner iban|partner kontonummer|" +
        "other party account|op bank account number|payee account number|" +
        "iban zahlungsbeteiligter|gegenkonto|" +
        "tegenrekening|tegenrekening iban/bban|tegenrekeningnummer|rekening tegenpartij|rekeningnummer tegenpartij|" +
        "tegenpartij|" +
        "compte contrepartie|contrepartie|partner iban száma|partner számlaszáma|partner számla|" +
        "ellenoldali számlaszám|" +
        "rachunek kontrahenta|číslo protiúčtu|protiúčet|číslo účtu (?:protistrany|protiúčtu)|motkonto|" +
        "saajan tilinumero",
    ),
  ],
  ["counterpartyAccount", numbered(PAID)],
  ["payerAccount", numbered(PAYER)],
  [
    "counterpartyAccount",
    words(
      "iban|number|iban/konto nr|kontonummer/iban|kontonummer iban|konto nr|numero de cuenta|numer konta|" +
        "nr rachunku|to account|kontonummer",
    ),
  ],
  [
    "counterpartyBank",
    words("bic zahlungsbeteiligter|bic tegenpartij|kod banky protiuctu|partner bankkodja|code swift contrepartie"),
  ],
  [
    "counterpartyBank",
    words(
      "bic|blz|bic/blz|bankleitzahl|swift|bic/swift code|bic swift code|bic/swift|bank|" +
        "bankkod|kod banku|kod banky",
    ),
  ],
  [
    "account",
    words(
      "account|account ?number|account no|account name|own account|bank account|this party account|" +
        "iban auftragskonto|auftragskonto|iban auftraggeberkonto|auftraggeberkonto|konto|" +
        "kontonummer|kontoname|rekening|rekeningnummer|iban/bban|produit|accountnum|" +
        "compte|numéro de compte|cuenta|conto|rachunek|numer rachunku|číslo účtu|számlaszám|könyvelési számla|" +
        "kliendi konto|klienta konts|sąskaitos nr|account id|product",
    ),
  ],
  ["category", words("category|category name|kategorie|catégorie|categoria|categoría|kategoria|kategori|luokka|class")],
  ["subcategory", words("sub ?category|unterkategorie|sous catégorie|subcategoria|subcategoría|podkategoria")],
  ["tags", words("tags?|labels|etiketten|etiquetas")],
  ["status", words("status|state|info|statut|stato|estado|stan transakcji|交易状态|当前状态")],
  [
    "memo",
    words(
      "description|desc|transaction description|transaction ref ?\\d|additional description|details|" +
        "transaction details|transaction remarks|merchant|merchant name|memo|memo/description|notes?|" +
        "note \\p{L}+ tags|reason|purpose|narrative|narration|" +
        "particulars|remarks?|comments?|subject|label|sub description|rubrik|otsikko|" +
        "usage|text|message|payment reference|message for payee|" +
        "beschreibung ?\\d?|description ?\\d|verwendungszweck|verwendungszweck zeile ?\\d|vwz ?\\d*|buchungstext|" +
        "zahlungsreferenz|" +
        "buchungsdetails|buchungs info|umsatztext|avisierungstext|transaktionsbeschreibung(?: zusatz)?|notiz|betreff|" +
        "mitteilung|details zur transaktion|" +
        "libellé|libellé (?:de l )?opération|libellé (?:simplifié|court)|motif|communications?|détails?|" +
        "détail de l écriture|informations complémentaires|concepto|movimiento|más datos|descripción|" +
        "observaciones|causale|descrizione|descrizione (?:operazione|operazioni|completa|estesa)|descrição|" +
        "histórico|lançamento|" +
        "omschrijving|omschrijving ?\\d|mededeling(?:en)?|vrije mededeling|gestructureerde mededeling|bericht|opis|" +
        "opis operacji|opis transakcji|tytuł|tytułem|" +
        "popis|zpráva|zpráva pro příjemce|poznámka|közlemény|megjegyzés|részletek|beskrivelse|forklaring|tekst|" +
        "meddelande|" +
        "viesti|selite|selitys|selgitus|informācija saņēmējam|paaiškinimai|descriere|açıklama|" +
        "könyvelési információk|摘要|内容|附言|商品|商品说明|备注|описание|описание операции|деталі операціі|назначение платежа",
    ),
  ],
  [
    "reference",
    words(
      "reference|ref|ref #|ref no|reference (?:no|number|id)|bank reference|referenz|kundenreferenz|buchungsreferenz|" +
        "kundenreferenz .*|end to end .*|sepa reference|client reference|mandatsreferenz|" +
        "référence de l opération|référence|referencia|riferimento|betalingskenmerk|kenmerk|referentie|" +
        "numer referencyjny|" +
        "variabilní symbol|vs|viite|viitenumero|referens",
    ),
  ],
  [
    "type",
    words(
      "type|transaction type|art|umsatzart|buchungsart|bewegungstyp|transaktionstyp|art der transaktion|posting text|" +
        "action|code|mutatiesoort|soort|type verrichting|betaalwijze|type opération|type de transaction|tipo|" +
        "tipologia|tipo movimiento|" +
        "typ|rodzaj|rodzaj transakcji|typ operacji|typ transakcji|typ transakce|typ úhrady|označení operace|" +
        "typ pohybu|" +
        "tranzakció típusa|típus|laji|tapahtumalaji|交易类型",
    ),
  ],
];

/** What names a direction, but other things too: only where all of its cells say in or out. */
export const MAY_BE_DIRECTION = words(
  "transaction type|type of transaction|txn type|type|transaction|details|art|sign|sens",
);

/** Columns that say who it was when there is none for the name. */
export const NAME_INSTEAD = words(
  "description ?\\d?|desc|transaction description|transaction remarks|details|transaction details|beschreibung ?1|" +
    "libellé.*|label|" +
    "omschrijving|opis.*|tekst|text|movimiento|avisierungstext|transaktionsbeschreibung|memo/description|" +
    "forklaring|selitys|" +
    "narrative|narration|particulars|concepto|descripción|descrizione.*|descrição|popis|beskrivelse|摘要|описание.*|" +
    "деталі операціі",
);

/** Numbers in columns with these names are no amounts of entries: balances, and what counts or names something. */
export const NO_AMOUNT = new RegExp(
  "sald|balan|solde|kontostand|guthaben|zustatek|egyenleg|bakiye|残高|余额|остат|залиш|likutis|refunded|" +
    "shares|quantity|\\b(?:rate|kurs|koers|price|qty|tax|vat|mwst|iban|nr|no|number|code|id|ref|reference|card|" +
    "year|month|count|lat|lon)\\b",
  "u",
);
