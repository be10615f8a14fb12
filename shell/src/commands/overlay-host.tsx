import { useNavigate } from "@tessera/router";
import { usePreferences } from "@tessera/shell-api";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useNavigationEntries } from "../layout/use-page.ts";
import { useServices } from "../services.ts";
import { Palette } from "./palette.tsx";
import { currentCommands } from "./registry.ts";
import { ShortcutSheet } from "./shortcut-sheet.tsx";

/** The palette, or the sheet of shortcuts, when one of them is open. */
export function OverlayHost() {
  const { composition, overlay, commands, notices } = useServices();
  const open = useSyncExternalStore(overlay.subscribe, overlay.get);
  const registered = useSyncExternalStore(commands.commands.subscribe, commands.commands.get);
  const sources = useSyncExternalStore(commands.sources.subscribe, commands.sources.get);
  const { singleKeyShortcuts } = usePreferences();
  const entries = useNavigationEntries();
  const current = useMemo(() => currentCommands(registered), [registered]);
  const pages = useMemo(() => {
    const places = [composition.shell, ...composition.remotes].flatMap((app) => app.commands);
    return entries.map((entry) => ({ ...entry, keys: places.find((place) => place.path === entry.path)?.keys }));
  }, [entries, composition]);
  const navigate = useNavigate();
  const go = useCallback((path: string) => void navigate(path), [navigate]);
  const close = useCallback(() => overlay.set(null), [overlay]);
  const fail = (error: unknown) =>
    notices.show({ intent: "error", message: error instanceof Error ? error.message : String(error) });
  if (open === "palette")
    return <Palette commands={current} pages={pages} sources={sources} go={go} onClose={close} fail={fail} />;
  if (open === "shortcuts") return <ShortcutSheet commands={current} singleKeys={singleKeyShortcuts} onClose={close} />;
  return null;
}
