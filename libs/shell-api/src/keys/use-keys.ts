import { useMemo, useSyncExternalStore } from "react";
import { shell } from "../shell.ts";
import { isSingleKey, keyLabel } from "./key-labels.ts";
import type { ActId } from "./key-map.ts";

/**
 * The key to show beside what an act does ("e", "Ctrl K"), by line of the map or id of a manifest's command; undefined
 * where it has none, or where it is a single key and the person switched those off. Since 1.6.
 */
export function useKeys(): (line: ActId | (string & {})) => string | undefined {
  const { preferences, commands } = shell();
  const { keys, singleKeyShortcuts } = useSyncExternalStore(preferences.subscribe, preferences.get);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map follows what the person chose
  return useMemo(() => {
    const first = new Map(
      commands
        .keyMap()
        .map((line) => [line.id, line.keys.find((one) => singleKeyShortcuts || !isSingleKey(one))] as const),
    );
    return (line) => {
      const key = first.get(line);
      return key && keyLabel(key);
    };
  }, [commands, keys, singleKeyShortcuts]);
}
