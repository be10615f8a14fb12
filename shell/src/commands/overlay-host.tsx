import { useNavigate } from "@tessera/router";
import { type Command, isSingleKey, keysOf, usePreferences } from "@tessera/shell-api";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useNavigationEntries } from "../layout/use-page.ts";
import { useServices } from "../services.ts";
import { Palette } from "./palette.tsx";
import { currentCommands } from "./registry.ts";
import { ShortcutSheet } from "./shortcut-sheet.tsx";
import { usedEntries } from "./used-entries.ts";

/** The address of one thing: it ends with its id. */
const CARD = /\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The palette, or the sheet of shortcuts, when one of them is open. */
export function OverlayHost() {
  const { composition, overlay, commands, notices, personal } = useServices();
  const open = useSyncExternalStore(overlay.subscribe, overlay.get);
  const registered = useSyncExternalStore(commands.commands.subscribe, commands.commands.get);
  const sources = useSyncExternalStore(commands.sources.subscribe, commands.sources.get);
  const { singleKeyShortcuts, keys: chosen } = usePreferences();
  const entries = useNavigationEntries();
  const usable = useCallback(
    (command: Pick<Command, "id" | "act" | "keys">) =>
      keysOf(command, chosen).filter((keys) => singleKeyShortcuts || !isSingleKey(keys)),
    [chosen, singleKeyShortcuts],
  );
  const bound = useMemo(
    () => currentCommands(registered).map((command) => ({ command, keys: usable(command) })),
    [registered, usable],
  );
  const offered = useMemo(() => {
    const apps = composition.remotes;
    const words = new Map(apps.flatMap((app) => app.commands.map((one) => [one.id, one.words])));
    const icons = new Map(apps.map((app) => [app.name, app.navigation[0]?.icon.regular]));
    return bound.map(({ command, keys: [first] }) => ({
      ...command,
      keys: first,
      also: words.get(command.id),
      isOfPage: commands.isOfPage(command),
      // Ids of commands begin with the name of their app.
      icon: icons.get(command.id.split(".")[0] ?? ""),
    }));
  }, [bound, composition, commands]);
  const pages = useMemo(() => {
    const places = [composition.shell, ...composition.remotes].flatMap((app) => app.commands);
    return entries.map((entry) => {
      const place = places.find((one) => one.path === entry.path);
      return { ...entry, keys: place && usable(place)[0], also: place?.title };
    });
  }, [entries, composition, usable]);
  const navigate = useNavigate();
  const go = useCallback((path: string) => void navigate(path), [navigate]);
  const close = useCallback(() => overlay.set(null), [overlay]);
  const fail = useCallback(
    (error: unknown) =>
      notices.show({ intent: "error", message: error instanceof Error ? error.message : String(error) }),
    [notices],
  );
  // Read again at each opening: another tab may have written it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const used = useMemo(() => usedEntries(personal), [personal, open]);
  if (open === "palette") {
    const does = { go, fail, onClose: close };
    const about = { used, isCardOpen: CARD.test(location.pathname) };
    return <Palette commands={offered} pages={pages} sources={sources} {...about} {...does} />;
  }
  if (open === "shortcuts") return <ShortcutSheet bound={bound} singleKeys={singleKeyShortcuts} onClose={close} />;
  return null;
}
