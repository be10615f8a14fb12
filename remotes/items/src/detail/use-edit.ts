import type { Item } from "@tessera/contracts-items/items.ts";
import { useQueryClient } from "@tessera/query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { keepItem } from "../triage/change-items.ts";
import { EditSession } from "./edit-session.ts";

/** The editing of one card while it is shown; leaving it, or hiding the page, saves. */
export function useEdit(item: Item) {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session is one card's; newer versions reach it by accept
  const session = useMemo(() => new EditSession(item, (saved) => keepItem(client, saved)), [item.id, client]);
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
