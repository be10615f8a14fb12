import type { SharedState } from "../stores/shared-state.ts";

interface Options {
  shared: Pick<SharedState, "sw_need_refresh" | "sw_offline_ready" | "sw_registration_failed">;
  /** Whether text would be lost by a reload now. */
  dirty(): boolean;
  reload?: () => void;
  /** Where workers are registered; undefined where the browser has none. */
  container: ServiceWorkerContainer | undefined;
}

export interface ServiceWorkerUpdates {
  /** Lets a waiting version take over; the page then reloads, unless it is leaving for another address. */
  take(leaving?: boolean): void;
}

/** The browser's own container. A page in a sandbox has the property but may not read it. */
export function ownContainer(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/**
 * Registers /sw.js for the whole origin and keeps the flags of specification §4: need-refresh while a new version
 * waits, offline-ready after the first install, and a failed registration, which the person does not see: a browser
 * without workers, or one set to refuse them, works without one.
 */
export function registerServiceWorker({
  shared,
  dirty,
  reload = () => location.reload(),
  container: workers,
}: Options): ServiceWorkerUpdates {
  const failed = () => shared.sw_registration_failed.set(true);
  let waiting: ServiceWorker | null = null;
  let controlled = Boolean(workers?.controller);
  let away = false;
  workers?.addEventListener("controllerchange", () => {
    // The first worker takes over a complete page; a later one brings new code.
    if (controlled && !away && !dirty()) reload();
    controlled = true;
  });
  const wait = (worker: ServiceWorker) => {
    waiting = worker;
    shared.sw_need_refresh.set(true);
  };
  const follow = (registration: ServiceWorkerRegistration | undefined) => {
    // Blocked workers resolve without a registration.
    if (!registration) return failed();
    if (registration.waiting && workers?.controller) wait(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        if (worker.state !== "installed") return;
        if (workers?.controller) wait(worker);
        else shared.sw_offline_ready.set(true);
      });
    });
  };
  const register = async () => follow(await workers?.register("/sw.js", { scope: "/" }));
  register().catch(failed);
  return {
    take(leaving = false) {
      away = leaving;
      waiting?.postMessage({ type: "SKIP_WAITING" });
    },
  };
}
