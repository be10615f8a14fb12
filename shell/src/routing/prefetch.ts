import { matchRoute } from "@tessera/federation/route-rules.ts";
import type { Services } from "../services.ts";

/** Wait after the first page before other areas' code is fetched, in ms; specification §9. */
export const PREFETCH_DELAY = 1000;

type Needs = Pick<Services, "composition" | "preload" | "contributions">;

/**
 * Fetches the code of a page when a link to it is hovered or focused, and of every area one second after the first
 * page.
 */
export function startPrefetching({ composition, preload, contributions }: Needs): () => void {
  const done = new Set<string>();
  const fetchOwner = (path: string) => {
    const owner = matchRoute(composition, path)?.owner;
    if (!owner || owner === composition.shell.name || done.has(owner)) return;
    done.add(owner);
    preload(owner);
  };
  const onPoint = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (!link || link.origin !== location.origin) return;
    fetchOwner(link.pathname);
    const section = contributions.settings.find(({ path }) => path === link.pathname);
    if (section && !section.pane.loaded()) section.pane.load().catch(() => undefined);
  };
  const events = ["pointerover", "focusin", "touchstart"] as const;
  for (const name of events) document.addEventListener(name, onPoint, { passive: true });
  const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  const timer = setTimeout(() => {
    if (saving) return;
    for (const remote of composition.remotes) for (const entry of remote.navigation) fetchOwner(entry.path);
  }, PREFETCH_DELAY);
  return () => {
    clearTimeout(timer);
    for (const name of events) document.removeEventListener(name, onPoint);
  };
}
