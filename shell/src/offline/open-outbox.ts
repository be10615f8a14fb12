import { holdKeysUntilDialog } from "../commands/hold-keys.ts";
import type { Services } from "../services.ts";

/** Shows what waits, and what was refused. */
export async function openOutbox({ dialogs }: Pick<Services, "dialogs">): Promise<void> {
  await holdKeysUntilDialog(async () => {
    const { Outbox } = await import("./outbox-dialog.tsx");
    return dialogs.open(Outbox as never, {}, { title: "Changes on this device", width: "560px", buttons: [] });
  });
}
