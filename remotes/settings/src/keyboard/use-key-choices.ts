import { clash, type KeyLine, linesWith, shell, usePreferences } from "@tessera/shell-api";
import { useSaves } from "../parts/saves.tsx";

/** The way out of everything stays where a person finds it. */
const FIXED = new Set(["leave"]);

/** The whole map as the person has it, and what changes it. */
export function useKeyChoices() {
  const { keys: chosen } = usePreferences();
  const { save } = useSaves();
  const map = shell().commands.keyMap();
  const store = (keys: Record<string, string[]>) => save({ keys }, "The keys are as they were.");
  const set = (changes: Record<string, string[]>) => store({ ...chosen, ...changes });
  const without = (line: KeyLine, keys: string) => line.keys.filter((one) => !clash(one, keys));
  return {
    map,
    isChanged: (line: KeyLine) => chosen[line.id] !== undefined,
    changed: Object.keys(chosen).length,
    canChange: (line: KeyLine) => !FIXED.has(line.id),
    /** The lines that have these keys now, where they would be asked for together. */
    taken: (line: KeyLine, keys: string) => linesWith(keys, line, map),
    /** Gives a line these keys alone, or beside its others, and takes them from the lines that have them. */
    give: (line: KeyLine, keys: string, how: "change" | "add", from: readonly KeyLine[] = []) =>
      set({
        ...Object.fromEntries(from.map((other) => [other.id, without(other, keys)])),
        [line.id]: how === "add" ? [...without(line, keys), keys] : [keys],
      }),
    clear: (line: KeyLine) => set({ [line.id]: [] }),
    reset: (line: KeyLine) => {
      const { [line.id]: _, ...rest } = chosen;
      return store(rest);
    },
    resetAll: async () => {
      const before = chosen;
      if (await store({}))
        shell().notifications.show({
          message: "All keys are the product’s again",
          action: { label: "Undo", run: () => shell().preferences.update({ keys: before }) },
        });
    },
    /** Whether other keys begin with this press. */
    begins: (press: string) =>
      map.some(({ keys }) => keys.some((one) => one.includes(" ") && clash(one.split(" ", 1)[0] ?? "", press))),
  };
}
export type KeyModel = ReturnType<typeof useKeyChoices>;
