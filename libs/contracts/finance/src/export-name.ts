import type { ExportFormat, ExportQuery } from "./export.ts";

const ENDINGS: Record<ExportFormat, string> = { csv: "csv", qif: "qif", hledger: "journal" };

/**
 * What an exported file is called, in ASCII: "finance-daily-from-2026-01-01-to-2026-06-30.csv".
 * @param account its name; undefined for all accounts
 */
export function exportFileName({ format, from, to }: Omit<ExportQuery, "account">, account?: string): string {
  const plain = (account ?? "")
    .normalize("NFD")
    .replace(/[^a-z0-9\s_-]/giu, "")
    .toLowerCase();
  const words = ["finance", ...plain.split(/[\s_-]+/u), ...(from ? ["from", from] : []), ...(to ? ["to", to] : [])];
  return `${words.filter(Boolean).join("-")}.${ENDINGS[format]}`;
}
