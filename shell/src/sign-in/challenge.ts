/**
 * A code that was texted as the second factor; kept for the tab, so that a reload needs no second message. Times in ms
 * since 1970.
 */
export interface Challenge {
  factorId: string;
  id: string;
  expiresAt: number;
  /** When another one may be asked for. */
  againAt: number;
}

const KEY = "tessera.challenge";

export function keepChallenge(challenge: Challenge | null): void {
  if (challenge) sessionStorage.setItem(KEY, JSON.stringify(challenge));
  else sessionStorage.removeItem(KEY);
}

/** The open challenge of a factor. */
export function keptChallenge(factorId: string, now = Date.now()): Challenge | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Challenge | null;
    return kept?.factorId === factorId && now < kept.expiresAt ? kept : null;
  } catch {
    return null;
  }
}
