import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { Spinner } from "@tessera/fluent";
import { shell } from "@tessera/shell-api";
import { StatusText } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";

type State =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved" }
  | { kind: "failed"; message: string; retry: () => void };

interface Saves {
  state: State;
  /**
   * Saves at once; true when it was kept. `lost` says what stands instead, when it was not: "The theme is still light."
   */
  save(patch: Partial<Preferences>, lost: string): Promise<boolean>;
}
const SavesContext = createContext<Saves | null>(null);

/** The outcome of the last change in the open section. */
export function SavesProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ kind: "idle" });
  const latest = useRef(0);
  const save = useCallback(async (patch: Partial<Preferences>, lost: string): Promise<boolean> => {
    const turn = ++latest.current;
    const show = (next: State) => turn === latest.current && setState(next);
    show({ kind: "saving" });
    try {
      await shell().preferences.update(patch);
      show({ kind: "saved" });
      return true;
    } catch (error) {
      show({
        kind: "failed",
        message: failureWords(`Not saved. ${lost}`, error),
        retry: () => save(patch, lost),
      });
      return false;
    }
  }, []);
  const saves = useMemo(() => ({ state, save }), [state, save]);
  return <SavesContext value={saves}>{children}</SavesContext>;
}

export function useSaves(): Saves {
  const saves = useContext(SavesContext);
  if (!saves) throw new Error("useSaves outside SavesProvider");
  return saves;
}

/** "Saved", announced to screen readers; changes are saved as they are made. */
export function SaveStatus() {
  const { state } = useSaves();
  return (
    <span role="status" style={{ display: "inline-flex" }}>
      {state.kind === "saving" && (
        <StatusText status="idle" icon={<Spinner size="extra-tiny" />}>
          Saving
        </StatusText>
      )}
      {state.kind === "saved" && <StatusText status="ok">Saved</StatusText>}
      {state.kind === "failed" && <StatusText status="bad">Not saved</StatusText>}
    </span>
  );
}
