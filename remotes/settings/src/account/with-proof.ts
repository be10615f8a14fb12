import { type Factor, type ProofOfPerson, shell } from "@tessera/shell-api";
import { codeOf } from "./account-sentence.ts";
import { ownAccount } from "./own-account.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import { StepUpDialog } from "./step-up-dialog.tsx";

type Work = (proof: ProofOfPerson) => Promise<unknown>;

const options = { title: "Confirm that it is you", maxWidth: "440px", buttons: [] };

/**
 * Does what may take more proof than the session gives: asks for the second factor, then for the password or a mailed
 * code, as the service demands them, and continues. @returns false when the person gave up. @throws what `work` throws
 * otherwise
 */
export async function withProof(work: Work, raised = false): Promise<boolean> {
  try {
    await work({});
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code !== "insufficient_aal" && code !== "reauthentication_needed") throw error;
    const factors = raised ? [] : await provenFactors();
    if (factors.length > 0 || (code === "insufficient_aal" && !raised))
      return (await stepUp(factors)) && withProof(work, true);
    if (code !== "reauthentication_needed") throw error;
    return (await shell().dialogs.open<true, { work: Work }>(ProofDialog, { work }, options)) === true;
  }
}

/** The same for calls that carry no proof, supabase-js's own: it is given once before, and counts for some minutes. */
export function withPriorProof(work: () => Promise<unknown>): Promise<boolean> {
  let given = false;
  return withProof(async (proof) => {
    if (!given && (proof.currentPassword || proof.nonce)) {
      await ownAccount.prove(proof);
      given = true;
    }
    await work();
  });
}

const provenFactors = async () => (await shell().auth.account.get()).factors.filter(({ verified }) => verified);

/** Asks for a code of the second factor. @returns whether the session is raised now */
async function stepUp(factors: Factor[]): Promise<boolean> {
  return (await shell().dialogs.open<true, { factors: Factor[] }>(StepUpDialog, { factors }, options)) === true;
}
