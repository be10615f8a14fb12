import { type Factor, type ProofOfPerson, shell } from "@tessera/shell-api";
import { codeOf } from "./account-sentence.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import { StepUpDialog } from "./step-up-dialog.tsx";

type Work = (proof: ProofOfPerson) => Promise<unknown>;

const options = { title: "Confirm that it is you", maxWidth: "440px", buttons: [] };

/**
 * Does what may take more proof than the session gives: asks for the second factor, then for the password or a mailed code, as
 * the service demands them, and goes on. @returns false when the person gave up. @throws what `work` throws otherwise
 */
export async function withProof(work: Work, raised = false): Promise<boolean> {
  try {
    await work({});
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "insufficient_aal" && !raised) return (await stepUp()) && withProof(work, true);
    if (code !== "reauthentication_needed") throw error;
    return (await shell().dialogs.open<true, { work: Work }>(ProofDialog, { work }, options)) === true;
  }
}

/** Asks for a code of the second factor. @returns whether the session is raised now */
async function stepUp(): Promise<boolean> {
  const { auth, dialogs } = shell();
  const factors = (await auth.account.get()).factors.filter(({ verified }) => verified);
  return (await dialogs.open<true, { factors: Factor[] }>(StepUpDialog, { factors }, options)) === true;
}
