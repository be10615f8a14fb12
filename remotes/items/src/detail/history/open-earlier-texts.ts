import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { loadPart, openPart } from "../../load-part.ts";
import { keepItem } from "../../triage/change-items.ts";
import { offerUndo } from "../../triage/undo.ts";
import type { EditSession } from "../edit-session.ts";
import { textVersions } from "./earlier-texts.ts";

/** Shows what a card's text was before, and restores the one that the person chooses, with undo. */
export async function openEarlierTexts(session: EditSession, client: QueryClient): Promise<void> {
  const { item } = session.getView();
  const chosen = await openPart(async () => {
    const { EarlierTextsList } = await loadPart(() => import("./earlier-texts-list.tsx"));
    return shell().dialogs.open<string, { id: string; session: EditSession }>(
      EarlierTextsList,
      { id: item.id, session },
      { title: "Earlier texts", width: "760px", buttons: [] },
    );
  });
  if (!chosen) return;
  // What was typed is saved first, so that it is kept as an earlier text, too.
  await session.flush();
  const { item: now, state } = session.getView();
  if (state !== "saved") {
    shell().notifications.show({
      message: "Nothing was restored: what you typed is not saved yet. Save it first, or choose a version above it.",
      intent: "error",
    });
    return;
  }
  try {
    const restored = await textVersions.restore(now.id, chosen, now.version);
    session.accept(restored);
    keepItem(client, restored);
    offerUndo("Restored an earlier text", async () => {
      session.edit({ body: now.body });
      await session.flush();
    });
  } catch (error) {
    shell().notifications.show({ message: failureWords("Nothing was restored:", error), intent: "error" });
  }
}
