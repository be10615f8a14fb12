import type { Supabase } from "../session/supabase.ts";
import type { Address } from "./address.ts";
import type { CodePurpose, SentCode } from "./sent-code.ts";

/** Where emails and other sign-in services lead back to. */
export const callbackUrl = () => `${location.origin}/confirm`;

/** Refusals that would reveal whether an address has an account: they are treated as "sent". */
const TELLTALE = new Set(["otp_disabled", "signup_disabled", "user_not_found"]);

/** Asks for a code (and by mail a link). @throws AuthError; never one that tells whether the address has an account */
export async function askForCode({ auth }: Supabase, purpose: CodePurpose, address: Address): Promise<void> {
  const { error } = await ask(auth, purpose, address);
  if (error && !TELLTALE.has(error.code ?? "")) throw error;
}

function ask(auth: Supabase["auth"], purpose: CodePurpose, { email, phone }: Address) {
  const options = { emailRedirectTo: callbackUrl() };
  if (purpose === "recovery" && email) return auth.resetPasswordForEmail(email, { redirectTo: callbackUrl() });
  if (purpose === "sign-up")
    return phone ? auth.resend({ type: "sms", phone }) : auth.resend({ type: "signup", email: email!, options });
  return phone ? auth.signInWithOtp({ phone }) : auth.signInWithOtp({ email: email!, options });
}

/** Signs in with a code. @throws AuthError `otp_expired` for a wrong, old or spent one */
export async function checkCode(
  { auth }: Supabase,
  { purpose, address: { email, phone } }: SentCode,
  token: string,
): Promise<void> {
  const { error } = await (phone
    ? auth.verifyOtp({ phone, token, type: "sms" })
    : auth.verifyOtp({ email: email!, token, type: purpose === "recovery" ? "recovery" : "email" }));
  if (error) throw error;
}
