import { shell } from "@tessera/shell-api";
import { ownAccount } from "../account/own-account.ts";
import { withPriorProof } from "../account/with-proof.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";

/**
 * Makes new codes and shows them this once.
 * @returns false when the person gave up proving who they are.
 * @throws what the service refuses
 */
export async function showNewRecoveryCodes(): Promise<boolean> {
  let codes: string[] = [];
  const made = await withPriorProof(async () => {
    codes = await ownAccount.makeRecoveryCodes();
  });
  if (!made) return false;
  await shell().dialogs.open<true, { codes: string[] }>(
    RecoveryCodesDialog,
    { codes },
    { title: "Save these recovery codes", maxWidth: "480px", persistent: true, buttons: [] },
  );
  return true;
}
