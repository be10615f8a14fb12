import { secondsToWait } from "../pages/auth-words.ts";
import type { Address } from "./address.ts";
import { type CodePurpose, MESSAGE_INTERVAL, type SentCode } from "./sent-code.ts";

const MODES = ["sign-in", "sign-up", "forgot", "code", "sso", "wallet"] as const;
/** What the person came for; in the address as `mode`. */
export type Mode = (typeof MODES)[number];

/** What the sign-in page shows. */
export type Step =
  | { kind: "second-factor" }
  | { kind: "enter-code"; sent: SentCode }
  | { kind: "ask-code" | "forgot" | "sso" | "wallet" }
  | { kind: "password"; mode: "sign-in" | "sign-up" };

/** The mode that an address names; signing in where it names none that there is. */
export const modeOf = (name: string | null): Mode => MODES.find((mode) => mode === name) ?? "sign-in";

/** The mode that a sent code belongs to. */
export const MODE_OF_CODE: Record<CodePurpose, Mode> = { "sign-in": "code", "sign-up": "sign-up", recovery: "forgot" };

/**
 * A session that owes its second factor comes before everything; a code on its way is entered in the mode it was sent
 * in.
 */
export function stepOf(state: { needsSecondFactor: boolean; mode: Mode; sent: SentCode | null }): Step {
  const { mode, sent } = state;
  if (state.needsSecondFactor) return { kind: "second-factor" };
  if (sent && MODE_OF_CODE[sent.purpose] === mode) return { kind: "enter-code", sent };
  if (mode === "sign-in" || mode === "sign-up") return { kind: "password", mode };
  return { kind: mode === "code" ? "ask-code" : mode };
}

/** A code that was sent now. */
export const sentNow = (purpose: CodePurpose, address: Address, now: number): SentCode => ({
  purpose,
  address,
  at: now,
  againAt: now + MESSAGE_INTERVAL,
  wrongTries: 0,
});

const TOO_SOON = new Set(["over_email_send_rate_limit", "over_sms_send_rate_limit"]);

/**
 * The code that a refusal says was sent moments ago: it can still be entered. Null when the refusal means something
 * else.
 */
export function sentBefore(refused: unknown, purpose: CodePurpose, address: Address, now: number): SentCode | null {
  const wait = (secondsToWait(refused) ?? 0) * 1000;
  if (!TOO_SOON.has((refused as { code?: string }).code ?? "") || wait === 0 || wait > MESSAGE_INTERVAL) return null;
  const againAt = now + wait;
  return { purpose, address, at: againAt - MESSAGE_INTERVAL, againAt, wrongTries: 0 };
}
