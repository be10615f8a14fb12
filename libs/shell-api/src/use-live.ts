import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { LiveState, LiveTable, RowChange, ShellApi } from "./types.ts";

const never = () => () => {};
const connecting = (): LiveState => "connecting";

/** The hook over a shell that is provided later. */
export const liveHook = (shell: () => ShellApi) =>
  function useLive(table: string, onChange: (changes: readonly RowChange[] | null) => void): LiveState {
    const [live, setLive] = useState<LiveTable | null>(null);
    const latest = useRef(onChange);
    latest.current = onChange;
    useEffect(() => {
      const followed = shell().live(table, (changes) => latest.current(changes));
      setLive(followed);
      return followed.end;
    }, [table]);
    return useSyncExternalStore(live?.subscribe ?? never, live?.state ?? connecting);
  };
