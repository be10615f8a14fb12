import type { Item } from "@tessera/contracts-items/items.ts";
import { useQueryClient } from "@tessera/query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { mentionKeys } from "../mentions/mentions.ts";
import { keepItem } from "../triage/change-items.ts";
import { EditSession } from "./edit-session.ts";

/** The editing of one card while it is shown; leaving it, or hiding the page, saves. */
export function useEdit(item: Item) {
  const client = useQueryClient();
  const onSaved = (saved: Item) => {
    keepItem(client, saved);
    // A card that it mentions may be shown by now; its live change may have come before that card was followed.
    void client.invalidateQueries({ queryKey: mentionKeys.all });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session is one card's; newer versions reach it by accept
  const session = useMemo(() => new EditSession(item, onSaved), [item.id, client]);
  useEffect(() => session.accept(item), [session, item]);
  useEffect(() => {
    const onHide = () => document.visibilityState === "hidden" && void session.flush();
    document.addEventListener("visibilitychange", onHide);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      session.close();
    };
  }, [session]);
  return { session, view: useSyncExternalStore(session.subscribe, session.getView) };
}
