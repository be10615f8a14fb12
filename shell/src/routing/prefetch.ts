import { matchRoute } from "@tessera/federation/route-rules.ts";
import type { Services } from "../services.ts";

/** Wait after the first page before other areas' code is fetched, in ms; specification §9. */
export const PREFETCH_DELAY = 1000;

type Needs = Pick<Services, "composition" | "preload">;

/**
 * Downloads the code of a page when a link to it is hovered or focused, and of every area one second after the first
 * page, and not before that is drawn. None of it runs: an area that nobody opens cannot break or slow down the one that
 * is open.
 */
export function startPrefetching(
  { composition, preload }: Needs,
  whenDrawn: (then: () => void) => void = (then) => then(),
): () => void {
  const done = new Set([composition.shell.name]);
  const fetchOwner = (path: string) => {
    const match = matchRoute(composition, path);
    for (const app of match ? [match.owner, match.app] : []) {
      if (!done.has(app)) preload(app);
      done.add(app);
    }
  };
  const onPoint = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link?.origin === location.origin) fetchOwner(link.pathname);
  };
  const events = ["pointerover", "focusin", "touchstart"] as const;
  for (const name of events) document.addEventListener(name, onPoint, { passive: true });
  const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  let stopped = false;
  const fetchAll = () => {
    if (saving || stopped) return;
    for (const remote of composition.remotes) for (const entry of remote.navigation) fetchOwner(entry.path);
  };
  const timer = setTimeout(() => whenDrawn(fetchAll), PREFETCH_DELAY);
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const name of events) document.removeEventListener(name, onPoint);
  };
}
