import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { Outlet, ScrollRestoration, useLocation, useNavigation, useRouteError } from "@tessera/router";
import { usePreferences } from "@tessera/shell-api";
import { UiProvider, type UiSettings, useMedia } from "@tessera/ui";
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { holdEarlyKeys } from "./commands/early-keys.ts";
import { BANNER_HEIGHT } from "./layout/banner.tsx";
import { keepTheme } from "./layout/keep-theme.ts";
import { layers } from "./layout/layers-part.ts";
import { NOT_ARRIVED } from "./layout/load-menus.ts";
import { LoadingBar } from "./layout/loading-bar.tsx";
import { PageLayout } from "./layout/page-layout.tsx";
import { PageSkeleton } from "./layout/page-skeleton.tsx";
import { usePart } from "./layout/part.ts";
import { framed, overrideBanner } from "./layout/parts.ts";
import { usePage } from "./layout/use-page.ts";
import { NoticeList } from "./notices/notice-list.tsx";
import { useOfflineBanner } from "./offline/use-offline-banner.ts";
import { ErrorPage } from "./pages/error-page.tsx";
import { useReported } from "./pages/use-reported.ts";
import { whenDrawn } from "./routing/first-view.ts";
import { type Services, useServices } from "./services.ts";

/** How long the old page stays before the outline of the next one replaces it, in ms; specification §9. */
export const TRANSITION_WAIT = 100;

/** Time for which the page below a dialog is left as it is, ms. */
const INERT_DELAY_MS = 500;

/** What is left of the window below so many banners. */
const below = (banners: number) => ({
  height: `calc(100% - ${banners * BANNER_HEIGHT}px)`,
  "--banner": `${banners * BANNER_HEIGHT}px`,
});

/** Theme and everything around a page: loading bar, layout, notices, and, unless `bare`, dialogs and palette. */
export function Frame({ bare = false, children }: { bare?: boolean; children: ReactNode }) {
  const services = useServices();
  const preferences = usePreferences();
  const dictation = useSyncExternalStore(services.dictation.subscribe, services.dictation.get);
  const inspector = useSyncExternalStore(services.inspector.subscribe, services.inspector.get);
  const over = usePart(layers, false);
  const above = bare || over === "failed" ? null : over;
  const frame = usePart(framed, false);
  const { overrides, previews } = services.composition;
  const isStrange = overrides !== undefined || previews !== undefined;
  const own = usePart(overrideBanner, isStrange);
  const strange = own === "failed" ? null : own;
  const offline = useOfflineBanner();
  const banner = !bare && frame !== null && frame !== "failed" && offline !== null;
  const settings = useSettings(preferences);
  const { mode } = settings;
  const page = usePage();
  useTabTitle(page.title);
  useEffect(() => {
    keepTheme(preferences.theme, mode);
  }, [preferences.theme, mode]);
  return (
    <UiProvider settings={settings}>
      <LoadingBar model={services.loadingBar} />
      {isStrange && (
        <div style={{ height: BANNER_HEIGHT }}>
          {strange && <strange.OverrideBanner overrides={overrides} previews={previews} />}
        </div>
      )}
      {banner && <frame.OfflineBanner {...offline} />}
      <Ground bare={bare} banners={Number(isStrange) + Number(banner)}>
        <PageLayout page={page}>{children}</PageLayout>
      </Ground>
      {above && <above.OverlayHost />}
      {above && <above.DialogHost dialogs={services.dialogs} failed={(error) => sayDialogFailed(services, error)} />}
      {dictation}
      {inspector}
      <NoticeList notices={services.notices} dialogs={services.dialogs} />
    </UiProvider>
  );
}

/** Names the tab: the number beside the navigation entry of the page, where it has one, then the title. */
function useTabTitle(title: string): void {
  const { badges, composition } = useServices();
  const { pathname } = useLocation();
  const counts = useSyncExternalStore(badges.store.subscribe, badges.store.get);
  const entries = [composition.shell, ...composition.remotes].flatMap(({ navigation }) => navigation);
  const count = counts.get(entries.find(({ path }) => path === pathname)?.id ?? "");
  useEffect(() => {
    document.title = count ? `(${count.toLocaleString()}) ${title}` : title;
  }, [title, count]);
}

/** What components follow of the preferences: the same object until one of them changes. */
function useSettings(preferences: Preferences): UiSettings {
  const { theme, density, locale, timeZone, firstWeekday, codeTheme } = preferences;
  const prefersDark = useMedia("(prefers-color-scheme: dark)");
  const prefersStill = useMedia("(prefers-reduced-motion: reduce)");
  const mode = theme === "system" ? (prefersDark ? "dark" : "light") : theme;
  const reducedMotion = preferences.reducedMotion === "on" || (preferences.reducedMotion === "system" && prefersStill);
  return useMemo(
    () => ({
      mode,
      density,
      locale: locale || undefined,
      timeZone: timeZone || undefined,
      firstWeekday,
      reducedMotion,
      codeTheme,
      nonce: document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content,
    }),
    [mode, density, locale, timeZone, firstWeekday, reducedMotion, codeTheme],
  );
}

/**
 * The page below dialogs and the palette. It alone follows whether one is open, so that opening one draws nothing of
 * the page.
 */
function Ground({ bare, banners, children }: { bare: boolean; banners: number; children: ReactNode }) {
  const services = useServices();
  const dialogs = useSyncExternalStore(services.dialogs.store.subscribe, services.dialogs.store.get);
  const overlay = useSyncExternalStore(services.overlay.subscribe, services.overlay.get);
  const covered = !bare && (dialogs.length > 0 || overlay !== null);
  const over = usePart(layers, false);
  useEffect(() => {
    if (!covered || over !== "failed") return;
    services.overlay.set(null);
    services.dialogs.closeAll();
    services.notices.show({ intent: "error", message: NOT_ARRIVED });
  }, [covered, over, services]);
  const inert = useSettled(covered && over !== null && over !== "failed");
  return (
    <div inert={inert} style={below(banners)}>
      {children}
    </div>
  );
}

/**
 * True once `wanted` has been true for a moment. To make a page inert, and to undo it, computes the style of all that
 * is in it and paints it again: nothing for the first look at a dialog, nor for one that is opened, used and closed by
 * a few keys. The focus trap holds the keyboard and the scrim the pointer from the start.
 */
function useSettled(wanted: boolean): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(setSettled, INERT_DELAY_MS, true);
    return () => {
      clearTimeout(timer);
      setSettled(false);
    };
  }, [wanted]);
  return wanted && settled;
}

function sayDialogFailed({ composition, notices, reportFailure }: Services, error: unknown): void {
  reportFailure(composition.shell.name, error);
  const said = error instanceof Error ? error.message : String(error);
  notices.show({ intent: "error", message: `The dialog failed and was closed: ${said}` });
}

/** The page, or what stands in for it: an error nobody handled, or the outline of the page that is being fetched. */
export function Root() {
  const { fatal, drawn, composition } = useServices();
  useEffect(() => {
    drawn(composition.shell.name);
  }, [drawn, composition]);
  const error = useSyncExternalStore(fatal.subscribe, fatal.get);
  const pending = usePendingElsewhere();
  useKeysWait(pending);
  useFocusOnPage();
  useLeaveErrors();
  return (
    <Frame>
      {error !== null && <ErrorPage error={error} onBack={() => fatal.set(null)} />}
      {error === null && pending && <PageSkeleton />}
      <div hidden={error !== null || pending} style={{ display: error !== null || pending ? undefined : "contents" }}>
        <Outlet />
      </div>
      <ScrollRestoration />
    </Frame>
  );
}

/** Errors that no page's own boundary caught; a dialog or the palette may be what failed. */
export function RootError() {
  const error = useRouteError();
  useReported(error);
  return (
    <Frame bare>
      <ErrorPage error={error} />
    </Frame>
  );
}

/** While the first page's guards run and its code loads: its layout with an outline of the content. */
export function RootFallback() {
  return (
    <Frame>
      <PageSkeleton />
    </Frame>
  );
}

/** Whether a page of another area has taken longer to load than a transition may wait. */
function usePendingElsewhere(): boolean {
  const { composition } = useServices();
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const elsewhere =
    next !== undefined && matchRoute(composition, next)?.owner !== matchRoute(composition, pathname)?.owner;
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!elsewhere) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), TRANSITION_WAIT);
    return () => clearTimeout(timer);
  }, [elsewhere]);
  return elsewhere && late;
}

/** Keys that are pressed while the outline of a page is shown are for that page. */
function useKeysWait(pending: boolean): void {
  const press = useRef<() => void>(undefined);
  useEffect(() => {
    if (pending) press.current = holdEarlyKeys();
    else if (press.current) void whenDrawn(document.getElementById("root") ?? document.body).then(press.current);
  }, [pending]);
}

/** An error page is of the page it appeared on: it goes when the person continues. */
function useLeaveErrors(): void {
  const { fatal, failures, shownPath } = useServices();
  const { key, pathname } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    shownPath.current = pathname;
    if (shown.current === key) return;
    shown.current = key;
    fatal.set(null);
    failures.clear();
  }, [key, pathname, fatal, failures, shownPath]);
}

/** When a navigation removed the element with the keyboard focus, the page gets it. */
function useFocusOnPage(): void {
  const { key } = useLocation();
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    if (first.current) first.current = false;
    else if (document.activeElement === document.body) document.getElementById("page")?.focus({ preventScroll: true });
  }, [key]);
}
