import { useEffect, useRef } from "react";
import { useServices } from "../services.ts";
import type { Supabase } from "../session/supabase.ts";

/** Whether this browser has passkeys at all. */
export const knowsPasskeys = () => typeof window.PublicKeyCredential === "function";

/** @throws Error with the code `passkey_refused` when the browser gave no passkey, else what the service refused */
export async function signInWithPasskey({ auth }: Supabase): Promise<void> {
  const { error } = await auth.signInWithPasskey();
  if (!error) return;
  throw isOfBrowser(error) ? Object.assign(new Error(error.message), { code: "passkey_refused" }) : error;
}

/** The browser's own refusals: cancelled, no passkey here, not this page's. */
export const isOfBrowser = (error: object) => "__isWebAuthnError" in error;

/** Offers passkeys among what the browser fills into the address field, for as long as somebody wants to sign in. */
export function useFilledInPasskey(wanted: boolean, onProblem: (error: unknown) => void): { stop(): void } {
  const { session } = useServices();
  const pending = useRef<AbortController | null>(null);
  const tell = useRef(onProblem);
  tell.current = onProblem;
  useEffect(() => {
    if (!wanted) return;
    const stop = new AbortController();
    pending.current = stop;
    void fillIn(() => session.client(), stop.signal).catch((error) => !stop.signal.aborted && tell.current(error));
    return () => stop.abort();
  }, [wanted, session]);
  return { stop: () => pending.current?.abort() };
}

/** Asks for another challenge when one has ended: the form may stand open for hours. */
async function fillIn(open: () => Promise<Supabase>, signal: AbortSignal): Promise<void> {
  if (!knowsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  const { auth } = await open();
  while (!signal.aborted) {
    const { error } = await auth.signInWithPasskey({ options: { mediation: "conditional", signal } });
    if (!error || signal.aborted || isOfBrowser(error)) return;
    if ((error as { code?: string }).code !== "webauthn_challenge_expired") throw error;
  }
}
