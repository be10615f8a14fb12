import type { Address } from "./address.ts";

/** What was asked for, so that it can be asked for again and answered. */
export type CodePurpose = "sign-in" | "sign-up" | "recovery";

/** A code that is on its way; kept for the tab, since people leave it to read their mail. */
export interface SentCode {
  purpose: CodePurpose;
  address: Address;
  /** When it was asked for, and from when on it may be asked for again; ms since 1970. */
  at: number;
  againAt: number;
  wrongTries: number;
}

/** How long our codes work, and wrong tries that end them; IDENTITY.md, "Security to require". */
export const CODE_LIFETIME = 600_000;
export const MOST_TRIES = 5;
/** Time between two messages to one address, ms; same source. */
export const MESSAGE_INTERVAL = 60_000;

const KEY = "tessera.sent-code";

export function keepSentCode(sent: SentCode | null): void {
  if (sent) sessionStorage.setItem(KEY, JSON.stringify(sent));
  else sessionStorage.removeItem(KEY);
}

/** What was sent and may still be answered. */
export function keptSentCode(now = Date.now()): SentCode | null {
  try {
    const sent = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as SentCode | null;
    return sent && now - sent.at < CODE_LIFETIME ? sent : null;
  } catch {
    return null;
  }
}
