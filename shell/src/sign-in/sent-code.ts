import type { Address } from "./address.ts";

/** What a code was asked for. */
export type CodePurpose = "sign-in" | "sign-up" | "recovery";

/** A code that is on its way; kept for the tab, since people leave it to read their email. */
export interface SentCode {
  purpose: CodePurpose;
  address: Address;
  /** When it was asked for, and when it may be asked for again; ms since 1970. */
  at: number;
  againAt: number;
  wrongTries: number;
}

/** How long a code works, ms, and how many wrong tries end it; the identity service's limits. */
export const CODE_LIFETIME = 600_000;
export const MAX_TRIES = 5;
/** Time between two messages to one address, ms; the identity service's limit. */
export const MESSAGE_INTERVAL = 60_000;

const KEY = "tessera.sent-code";

export function keepSentCode(sent: SentCode | null): void {
  if (sent) sessionStorage.setItem(KEY, JSON.stringify(sent));
  else sessionStorage.removeItem(KEY);
}

/** The code that may still be entered. */
export function keptSentCode(now = Date.now()): SentCode | null {
  try {
    const sent = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as SentCode | null;
    return sent && now - sent.at < CODE_LIFETIME ? sent : null;
  } catch {
    return null;
  }
}
