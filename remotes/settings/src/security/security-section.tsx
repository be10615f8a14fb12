import { ConnectedApps } from "./connected-apps.tsx";
import { PasskeysGroup } from "./passkeys-group.tsx";
import { RecoveryCodesGroup } from "./recovery-codes-group.tsx";
import { SignInWays } from "./sign-in-ways.tsx";
import { TwoStep } from "./two-step.tsx";

/** How the account is protected, the ways to sign in to it, and the apps that were let in. */
export function SecuritySection() {
  return (
    <>
      <PasskeysGroup />
      <TwoStep />
      <RecoveryCodesGroup />
      <SignInWays />
      <ConnectedApps />
    </>
  );
}
