import { layers } from "../layout/layers-part.ts";
import type { Services } from "../services.ts";
import { holdKeysUntilDialog } from "./hold-keys.ts";

/**
 * Loads what lies over a page when the first of it opens before that was fetched. What is typed until it has the focus
 * is its own.
 * @returns what ends it
 */
export function openLayers({ overlay, dialogs }: Pick<Services, "overlay" | "dialogs">): () => void {
  const isOpen = () => overlay.get() !== null || dialogs.store.get().length > 0;
  let closed: PromiseWithResolvers<void> | null = null;
  const look = () => {
    if (closed && !isOpen()) {
      closed.resolve();
      closed = null;
    }
    if (closed || !isOpen() || layers.now()) return;
    closed = Promise.withResolvers();
    const { promise } = closed;
    layers.store.set(null); // what failed before is tried again
    void layers.load().catch(() => undefined); // the frame says so, and closes what was opened
    void holdKeysUntilDialog(() => promise);
  };
  const stops = [overlay, dialogs.store].map((store) => store.subscribe(look));
  return () => {
    for (const stop of stops) stop();
    closed?.resolve();
  };
}
