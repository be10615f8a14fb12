import type { Layout, NavigationEntry } from "@tessera/federation/manifest.ts";
import { matchRoute, switchedOffAt } from "@tessera/federation/route-rules.ts";
import { useLocation } from "@tessera/router";
import { type PlaceOptions, useSession } from "@tessera/shell-api";
import { useMemo, useSyncExternalStore } from "react";
import { useServices } from "../services.ts";

export interface PageInfo extends PlaceOptions {
  layout: Layout;
  title: string;
  crumbs: { label: string; path?: string }[];
  /** The navigation entry that is current. */
  entry: string | null;
}

/** What the frame must know of the page that is shown. */
export function usePage(): PageInfo {
  const { composition, place } = useServices();
  const { pathname } = useLocation();
  const said = useSyncExternalStore(place.store.subscribe, place.store.get);
  const signedIn = useSession().user !== null;
  const match = useMemo(() => matchRoute(composition, pathname), [composition, pathname]);
  const entries = useNavigationEntries();
  const here = said && said.page === (match?.rule.id ?? "") ? said : null;
  const crumbs = here?.crumbs.length
    ? here.crumbs
    : [{ label: match?.rule.title ?? switchedOffAt(composition, pathname)?.title ?? "Page Not Found" }];
  return {
    layout: match?.rule.layout ?? (signedIn ? "default" : "centered"),
    title: crumbs.at(-1)?.label ?? "",
    crumbs,
    phoneBack: here?.phoneBack,
    phoneActions: here?.phoneActions,
    phoneSwitch: here?.phoneSwitch,
    entry: currentEntry(entries, pathname, match?.owner ?? null),
  };
}

export interface OwnedEntry extends NavigationEntry {
  owner: string;
}

/** All entries of the composition in their order. */
export function useNavigationEntries(): OwnedEntry[] {
  const { composition } = useServices();
  return useMemo(
    () =>
      [composition.shell, ...composition.remotes]
        .flatMap((app) => app.navigation.map((entry) => ({ ...entry, owner: app.name })))
        .sort((a, b) => a.order - b.order || a.title.localeCompare(b.title)),
    [composition],
  );
}

/** The entry whose path leads furthest into the address; else the first of the app that owns the page. */
export function currentEntry(entries: OwnedEntry[], path: string, owner: string | null): string | null {
  const inside = entries.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  inside.sort((a, b) => b.path.length - a.path.length);
  return (inside[0] ?? entries.find((entry) => entry.owner === owner))?.id ?? null;
}
