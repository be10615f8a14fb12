import type { Model } from "@tessera/contracts-agents/models.ts";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { agents } from "../api.ts";

/** Asks, and removes a model. @returns whether it was removed */
export async function removeModel({ id, title, listed }: Model): Promise<boolean> {
  const again = listed ? " It comes back when the provider’s list is read again." : "";
  const sure = await shell().dialogs.confirm(`${title} is removed from your models.${again}`, {
    title: `Remove ${title}?`,
    buttons: [
      { text: "Keep", variant: "outline", onClick: (dialog) => dialog.cancel() },
      { text: "Remove", color: "danger", value: true },
    ],
  });
  if (!sure) return false;
  try {
    await agents.deleteModel(id);
    shell().notifications.show({ message: `${title} removed` });
    return true;
  } catch (error) {
    shell().notifications.show({ message: failureWords(`${title} was not removed.`, error), intent: "error" });
    return false;
  }
}
