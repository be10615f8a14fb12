import { TextButton } from "@tessera/ui";
import { lazy, Suspense } from "react";
import { looksLikePhone } from "../sign-in/address.ts";
import { AddressForm } from "../sign-in/address-form.tsx";
import { OtherWays } from "../sign-in/other-ways.tsx";
import { PasswordForm } from "../sign-in/password-form.tsx";
import { type SignIn, useSignIn } from "../sign-in/use-sign-in.ts";
import { walletsLabel } from "../sign-in/wallets.ts";
import { useFormStyles } from "./form-parts.tsx";

export { waysForFirstView } from "../sign-in/ways.ts";

const laterSteps = () => import("../sign-in/later-steps.tsx");
const CodeStep = lazy(async () => ({ default: (await laterSteps()).CodeStep }));
const SecondFactor = lazy(async () => ({ default: (await laterSteps()).SecondFactor }));
const SsoForm = lazy(async () => ({ default: (await laterSteps()).SsoForm }));
const WalletList = lazy(async () => ({ default: (await laterSteps()).WalletList }));

/** Sign in, create an account, or ask for a new password; then the second factor, where the account has one. */
export function LoginPage() {
  return (
    <Suspense>
      <Step />
    </Suspense>
  );
}

function Step() {
  const styles = useFormStyles();
  const signIn = useSignIn();
  const { step, ways, typed } = signIn;
  const back = <TextButton onClick={() => signIn.turn("sign-in")}>Back to sign in</TextButton>;
  const field = { typed, onTyped: signIn.change };
  switch (step.kind) {
    case "second-factor":
      return <SecondFactor />;
    case "enter-code":
      return (
        <>
          <CodeStep
            key={step.sent.purpose}
            sent={step.sent}
            makesAccounts={ways.signUp}
            onSent={signIn.remember}
            onOtherAddress={() => signIn.remember(null)}
          />
          <p className={styles.footNext}>{back}</p>
        </>
      );
    case "ask-code":
      return (
        <AddressForm
          {...field}
          title="Sign in with a code"
          lead={
            ways.phone
              ? "We email or text you a six-digit code. No password is needed."
              : "We email you a six-digit code and a link. No password is needed."
          }
          submit={
            ways.phone && looksLikePhone(typed) ? "Text me a code" : ways.phone ? "Send me a code" : "Email me a code"
          }
          busyLabel="Sending"
          phoneOffered={ways.phone}
          onAddress={(address) => signIn.send("sign-in", address)}
        >
          {back}
        </AddressForm>
      );
    case "forgot":
      return (
        <AddressForm
          {...field}
          title="Forgot your password?"
          lead="We email you a link and a code to choose a new one."
          submit="Send the link"
          busyLabel="Sending"
          phoneOffered={false}
          onAddress={(address) => signIn.send("recovery", address)}
        >
          {back}
        </AddressForm>
      );
    case "sso":
      return (
        <SsoForm {...field} onDomain={signIn.atOrganisation}>
          {back}
        </SsoForm>
      );
    case "wallet":
      return (
        <WalletList wallets={signIn.wallets} onWallet={signIn.atWallet}>
          {back}
        </WalletList>
      );
    case "password":
      return <PasswordStep key={step.mode} mode={step.mode} signIn={signIn} />;
  }
}

function PasswordStep({ mode, signIn }: { mode: "sign-in" | "sign-up"; signIn: SignIn }) {
  const styles = useFormStyles();
  const { ways, wallets, typed, turn } = signIn;
  return (
    <PasswordForm
      typed={typed}
      onTyped={signIn.change}
      mode={mode}
      phoneOffered={ways.phone}
      onSubmit={signIn.withPassword}
      onForgot={() => turn("forgot")}
      onConfirmAgain={(address) => signIn.send("sign-up", address)}
      notice={signIn.notice}
    >
      {mode === "sign-in" && (
        <OtherWays
          ways={ways}
          wallets={walletsLabel(wallets)}
          byPhone={ways.phone && looksLikePhone(typed)}
          busy={signIn.busy}
          onCode={signIn.sendCodeNow}
          onPasskey={signIn.withPasskey}
          onProvider={signIn.atProvider}
          onSso={() => turn("sso")}
          onWallet={signIn.withWallet}
        />
      )}
      {mode === "sign-up" && (
        <p className={styles.foot}>
          Already have an account? <TextButton onClick={() => turn("sign-in")}>Sign in</TextButton>
        </p>
      )}
      {mode === "sign-in" && ways.signUp && (
        <p className={styles.foot}>
          New here? <TextButton onClick={() => turn("sign-up")}>Create an account</TextButton>
        </p>
      )}
    </PasswordForm>
  );
}
