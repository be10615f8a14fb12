const words = (list: string) => new RegExp(`^(?:${list})$`, "iu");

/** What banks write beside an amount without a sign where money went out. */
const OUT = words(
  "debits?|dbit|dr|d|db|s|soll|af|debet|deebet|debets|debito|débito|débit|-|dare|cargo|out|outflow|outgoing|" +
    "money out|paid out|withdrawal|expense|ausgang|ausgabe|belastung|lastschrift|uscita|addebito|sortie|dépense|" +
    "gasto|uitgave|wydatek|obciążenie|výdaj|odchozí|kiadás|terhelés|borç|расход|списание|支出|出金|借",
);
/** And where it came in. */
const IN = words(
  "credits?|crdt|cr|c|k|h|haben|bij|kredit|kreedit|kredīts|credito|crédito|crédit|\\+|avere|abono|in|inflow|incoming|" +
    "money in|paid in|deposit|income|eingang|einnahme|gutschrift|entrata|accredito|entrée|recette|ingreso|inkomst|" +
    "wpływ|uznanie|příjem|příchozí|bevétel|jóváírás|alacak|приход|зачисление|пополнение|收入|入金|贷",
);

export type Direction = "in" | "out";

export function directionOf(cell: string): Direction | undefined {
  const text = cell.trim().normalize("NFC");
  return OUT.test(text) ? "out" : IN.test(text) ? "in" : undefined;
}

export const isDirection = (cell: string): boolean => directionOf(cell) !== undefined;
