import type { CsvLayout, CsvReading, CsvRole } from "@tessera/contracts-finance/csv-profiles.ts";

export const ROLE_NAMES: Record<CsvRole, string> = {
  date: "Date",
  valueDate: "Value date",
  amount: "Amount",
  debit: "Money out",
  credit: "Money in",
  direction: "In or out",
  currency: "Currency",
  payee: "Payee",
  payer: "Payer",
  memo: "Memo",
  reference: "Reference",
  importId: "Bank’s id",
  checkNumber: "Check number",
  category: "Category",
  subcategory: "Subcategory",
  tags: "Tags",
  type: "Kind",
  status: "Status",
  balance: "Balance",
  fee: "Fee",
  counterpartyAccount: "Other account",
  payerAccount: "Payer’s account",
  counterpartyBank: "Other bank",
  account: "Own account",
  originalAmount: "Original amount",
  originalCurrency: "Original currency",
};

export const DELIMITER_NAMES: Record<CsvReading["delimiter"], string> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar",
};

export const ORDER_NAMES: Record<CsvReading["dateOrder"], string> = {
  DMY: "Day, month, year",
  MDY: "Month, day, year",
  YMD: "Year, month, day",
};

/** What banks use; another one that a file is in is offered beside them. */
export const ENCODINGS = [
  ...["utf-8", "windows-1252", "iso-8859-15", "iso-8859-2", "windows-1250", "windows-1251", "windows-1254"],
  ...["utf-16le", "utf-16be", "shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"],
];

/** What the columns hold; a service of an earlier version says so in `columns` alone. */
export const rolesOf = ({ roles, columns }: CsvReading): (CsvRole | null)[] =>
  roles?.map((role) => (role !== null && isRole(role) ? role : null)) ?? columns;

const isRole = (role: string): role is CsvRole => role in ROLE_NAMES;

/** How a file is read, without what came of it. */
export function layoutOf(reading: CsvReading): Required<CsvLayout> {
  const { dateAmbiguous: _, rows: __, usable: ___, roles: ____, ...layout } = reading;
  return { ...layout, columns: rolesOf(reading) };
}

/** Roles that say the same in another way: choosing one of them lets go of the others. */
const INSTEAD: Partial<Record<CsvRole, readonly CsvRole[]>> = {
  amount: ["debit", "credit"],
  debit: ["amount", "direction"],
  credit: ["amount", "direction"],
};

/** Columns once one of them got another role; all roles but "memo" have one column. */
export function withRole(columns: readonly (CsvRole | null)[], at: number, role: CsvRole | null): (CsvRole | null)[] {
  const gone = new Set<CsvRole | null>(role ? [...(role === "memo" ? [] : [role]), ...(INSTEAD[role] ?? [])] : []);
  const width = Math.max(columns.length, at + 1);
  return Array.from({ length: width }, (_, index) => {
    const before = columns[index] ?? null;
    return index === at ? role : gone.has(before) ? null : before;
  });
}
