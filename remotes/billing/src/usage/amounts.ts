import type { MeterUnit } from "@tessera/contracts-billing/meters.ts";

const MINUTE = 60;
const MEGABYTE = 1024 ** 2;
const EURO = 100_000_000;

/** What people type an amount in, and how much of the meter's unit that is. */
export const typedUnits: Record<MeterUnit, { name: string; size: number }> = {
  count: { name: "", size: 1 },
  tokens: { name: "tokens", size: 1 },
  bytes: { name: "MB", size: MEGABYTE },
  seconds: { name: "minutes", size: MINUTE },
  microcents: { name: "euros", size: EURO },
};

/**
 * An amount as it was typed, in the meter's unit; null for an empty field, undefined for what is no whole amount above
 * `min`.
 */
export function readAmount(text: string, unit: MeterUnit, min: number): number | null | undefined {
  const digits = text.replaceAll(/[\s.,_’']/g, "");
  if (!digits) return null;
  if (!/^\d{1,12}$/.test(digits)) return undefined;
  const amount = Number(digits) * typedUnits[unit].size;
  return Number.isSafeInteger(amount) && amount >= min ? amount : undefined;
}

export const writeAmount = (amount: number | null, unit: MeterUnit): string =>
  amount === null ? "" : String(Math.round(amount / typedUnits[unit].size));
