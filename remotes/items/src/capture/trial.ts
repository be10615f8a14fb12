import { billingClient } from "@tessera/contracts-billing/client.ts";
import { shell } from "@tessera/shell-api";

const billing = billingClient((path, init) => shell().http(path, init));

/** Days of the trial that the person may start now; 0: none, or it cannot be found out. */
export const offeredTrialDays = (): Promise<number> =>
  billing.overview().then(
    ({ trial }) => trial?.days ?? 0,
    () => 0,
  );

/** Starts the trial; the shell learns of it at once. */
export async function startTrial(): Promise<void> {
  await billing.startTrial();
  await shell()
    .billing.refresh()
    .catch(() => undefined);
}
