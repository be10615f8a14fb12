import { type OfflineState, useOffline } from "@tessera/shell-api";
import { useEffect, useState } from "react";

export interface BannerState {
  state: OfflineState;
  refused: number;
  waiting: number;
}

/** How long acts are on their way before the banner says so, in ms: most are sent sooner. */
const LATE_MS = 3_000;

/** What the banner says; null while there is nothing to say. */
export function useOfflineBanner(): BannerState | null {
  const state = useOffline();
  const late = useLate(state.acts.length > 0);
  const refused = state.acts.filter((act) => act.state === "refused").length;
  const waiting = state.acts.length - refused;
  if (state.connected && !refused && !(late && waiting)) return null;
  return { state, refused, waiting };
}

function useLate(waits: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waits) return setLate(false);
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return late;
}
