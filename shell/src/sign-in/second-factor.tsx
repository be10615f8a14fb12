import type { Factor } from "@supabase/supabase-js";
import { useSession } from "@tessera/shell-api";
import { TextButton } from "@tessera/ui";
import { useEffect, useState } from "react";
import { authSentence } from "../pages/auth-words.ts";
import { FormError, useFormStyles } from "../pages/form-parts.tsx";
import { useServices } from "../services.ts";
import { keepChallenge } from "./challenge.ts";
import { AppCode, masked, PhoneCode, RecoveryCode } from "./factor-forms.tsx";
import { SecurityKey } from "./security-key.tsx";

type PhoneFactor = Factor & { phone?: string };
const RECOVERY = "recovery";

/**
 * The step between the password and the product, for accounts with a second factor. The page that shows it follows
 * `needsSecondFactor`.
 */
export function SecondFactor() {
  const styles = useFormStyles();
  const { session } = useServices();
  const { user } = useSession();
  const [factors, setFactors] = useState<PhoneFactor[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    let here = true;
    session
      .client()
      .then(({ auth }) => auth.getSession())
      .then(({ data }) => {
        if (here) setFactors((data.session?.user.factors ?? []).filter(({ status }) => status === "verified"));
      })
      .catch((error) => here && setFailure(authSentence(error)));
    return () => {
      here = false;
    };
  }, [session]);

  // Until the session is read, the user's own list says which factors there are.
  const known = factors.length > 0 ? factors : (user?.factors ?? []).filter(({ status }) => status === "verified");
  const first = known.find(({ factor_type }) => factor_type === "totp") ?? known[0];
  const current = chosen ?? first?.id ?? RECOVERY;
  const factor = known.find(({ id }) => id === current);
  const signOut = async () => {
    setLeaving(true);
    try {
      keepChallenge(null);
      await session.signOut("local");
    } catch (refused) {
      setFailure(authSentence(refused));
      setLeaving(false);
    }
  };

  return (
    <>
      {current === RECOVERY ? (
        <RecoveryCode key={RECOVERY} />
      ) : factor?.factor_type === "phone" ? (
        <PhoneCode key={current} factorId={current} phone={(factor as PhoneFactor).phone} />
      ) : factor?.factor_type === "webauthn" ? (
        <SecurityKey key={current} factorId={current} name={factor.friendly_name} />
      ) : (
        <AppCode key={current} factorId={current} name={factor?.friendly_name} />
      )}
      <FormError>{failure}</FormError>
      <div className={styles.foot}>
        {known
          .filter(({ id }) => id !== current)
          .map((other) => (
            <p key={other.id} className={styles.line}>
              <TextButton onClick={() => setChosen(other.id)}>{nameOf(other as PhoneFactor)}</TextButton>
            </p>
          ))}
        {current !== RECOVERY && (
          <p className={styles.line}>
            <TextButton onClick={() => setChosen(RECOVERY)}>Use a recovery code</TextButton>
          </p>
        )}
        <p className={styles.line}>
          Not {user?.email || "you"}? <TextButton onClick={signOut}>{leaving ? "Signing out" : "Sign out"}</TextButton>
        </p>
      </div>
    </>
  );
}

function nameOf({ factor_type, friendly_name, phone }: PhoneFactor): string {
  if (factor_type === "phone") return `Text a code to ${phone ? masked(phone) : friendly_name || "my phone"}`;
  const name = friendly_name ? ` "${friendly_name}"` : "";
  return factor_type === "webauthn" ? `Use the security key${name}` : `Use the authenticator app${name}`;
}
