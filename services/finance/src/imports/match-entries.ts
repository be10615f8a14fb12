import type { PreviewEntry } from "@tessera/contracts-finance/imports.ts";
import { MATCH_DAYS } from "@tessera/contracts-finance/limits.ts";
import type { Entry } from "../bank-files/statement.ts";
import { payeeKey } from "../payees/payee-key.ts";

/** A transaction of the account that an entry may be. */
export interface Existing {
  id: string;
  date: string;
  amount: number;
  importId: string | null;
  /** Its payee's name, and how the bank wrote it. */
  names: string[];
  reconciled: boolean;
  splits: number;
}

export interface Matched {
  what: PreviewEntry["what"];
  why: string | null;
  /** The transaction that it is. */
  existing: Existing | null;
}

/** An entry in the account's currency. */
export type Candidate = Pick<Entry, "date" | "amount" | "status" | "importId"> & { payee: string | null };

const DAY_MS = 86_400_000;
const daysApart = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS;

/**
 * What each entry of a statement is: known by the bank's id, else by the same amount within 7 days, where the same
 * payee comes first and then the nearest day; two with different ids of the bank are never one. No transaction is
 * matched twice, so two equal purchases of a day stay two.
 */
export function matchEntries(entries: readonly Candidate[], existing: readonly Existing[]): Matched[] {
  const result: (Matched | undefined)[] = entries.map(({ status }) =>
    status === "booked" ? undefined : { what: "left", why: LEFT[status], existing: null },
  );
  const free = new Set(existing);
  const byId = new Map(existing.flatMap((one) => (one.importId === null ? [] : [[one.importId, one] as const])));
  const byOwnId = new Set(existing.map(({ id }) => id));
  const partsOf = sumsById(entries);
  const firstOfFile = new Map<string, Candidate>();
  for (const [index, entry] of entries.entries()) {
    if (result[index] || entry.importId === undefined) continue;
    // What the person did here since the export stays: `existing` would be brought up to date with it.
    if (byOwnId.has(entry.importId)) {
      result[index] = { what: "duplicate", why: "It was exported from here.", existing: null };
      continue;
    }
    const whole = byId.get(entry.importId);
    if (whole && entry.amount !== whole.amount && partsOf.get(entry.importId) === whole.amount) {
      free.delete(whole);
      result[index] = { what: "duplicate", why: "It is a part of one that was imported before.", existing: null };
      continue;
    }
    const first = firstOfFile.get(entry.importId);
    if (first) {
      if (first.amount === entry.amount && first.date === entry.date)
        result[index] = { what: "duplicate", why: "It is in this file twice.", existing: null };
      continue;
    }
    firstOfFile.set(entry.importId, entry);
    const known = byId.get(entry.importId);
    if (!known) continue;
    free.delete(known);
    result[index] = ofKnown(entry, known);
  }
  for (const { index, one, apart } of pairs(entries, result, free)) {
    if (result[index] || !free.has(one)) continue;
    free.delete(one);
    const when = apart === 0 ? "the same day" : apart === 1 ? "a day apart" : `${apart} days apart`;
    result[index] = { what: "duplicate", why: `There is one of the same amount, ${when}.`, existing: one };
  }
  return result.map((matched) => matched ?? { what: "new", why: null, existing: null });
}

/** What the entries of one id add up to: our CSV has a line for each part of a transaction. */
function sumsById(entries: readonly Candidate[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { importId, amount } of entries)
    if (importId !== undefined) sums.set(importId, (sums.get(importId) ?? 0) + amount);
  return sums;
}

const LEFT = {
  booked: null,
  pending: "The bank has not booked it. A later statement brings it.",
  info: "The bank tells of it only.",
};

function ofKnown(entry: Candidate, known: Existing): Matched {
  const before = { what: "duplicate", existing: known } as const;
  if (known.amount === entry.amount && known.date === entry.date) return { ...before, why: "It was imported before." };
  if (known.reconciled) return { ...before, why: "It was imported before, and is reconciled." };
  if (known.amount !== entry.amount && known.splits > 1)
    return { ...before, why: "The bank changed its amount, and it is split. Change it yourself." };
  return { what: "changed", why: "The bank changed its amount or day since.", existing: known };
}

/** Of two that are as near the earlier one: banks book after a person noted it. */
const earlier = (a: Existing, b: Existing) => (a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? -1 : 1);

/** Entries that are not known with transactions that they may be; the best pairs first. */
function pairs(entries: readonly Candidate[], result: readonly (Matched | undefined)[], free: ReadonlySet<Existing>) {
  const byAmount = Map.groupBy(free, (one) => one.amount);
  const all = entries.flatMap((entry, index) => {
    if (result[index]) return [];
    const key = entry.payee && payeeKey(entry.payee);
    return (byAmount.get(entry.amount) ?? []).flatMap((one) => {
      const apart = daysApart(entry.date, one.date);
      if (apart > MATCH_DAYS || (entry.importId !== undefined && one.importId !== null)) return [];
      return [{ index, one, apart, other: key && one.names.some((name) => payeeKey(name) === key) ? 0 : 1 }];
    });
  });
  return all.sort((a, b) => a.other - b.other || a.apart - b.apart || a.index - b.index || earlier(a.one, b.one));
}
