import { createStore, type Store } from "../stores/store.ts";

/** Times in ms, height in px; specification §9. */
export const loadingBar = { duration: 2000, throttle: 200, height: 3, hideDelay: 500, resetDelay: 400 } as const;

export interface LoadingBarState {
  visible: boolean;
  /** 0–100. */
  progress: number;
  error: boolean;
}

export interface LoadingBarModel {
  store: Store<LoadingBarState>;
  /** A page starts to load. */
  start(): void;
  /** It is there, or it failed. */
  finish(error?: boolean): void;
}

const idle: LoadingBarState = { visible: false, progress: 0, error: false };

/** Nearly complete after `duration`, but never quite: the remaining time is unknown. */
const estimate = (elapsed: number) => (2 / Math.PI) * 100 * Math.atan(((elapsed / loadingBar.duration) * 100) / 50);

/** Steps of the bar in ms; the drawing glides between them. */
const STEP = 100;

export function createLoadingBar(): LoadingBarModel {
  const store = createStore<LoadingBarState>(idle);
  let loading = false;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const later = (run: () => void, ms: number) => timers.push(setTimeout(run, ms));
  const clear = () => {
    for (const timer of timers.splice(0)) clearTimeout(timer);
  };
  const advance = (elapsed: number) => {
    store.set({ visible: true, progress: estimate(elapsed), error: false });
    later(() => advance(elapsed + STEP), STEP);
  };
  return {
    store,
    start() {
      if (loading) return;
      loading = true;
      clear();
      store.set(idle);
      later(() => advance(loadingBar.throttle), loadingBar.throttle);
    },
    finish(error = false) {
      if (!loading) return;
      loading = false;
      clear();
      if (!store.get().visible && !error) return;
      store.set({ visible: true, progress: 100, error });
      later(() => {
        store.set({ ...store.get(), visible: false });
        later(() => store.set(idle), loadingBar.resetDelay);
      }, loadingBar.hideDelay);
    },
  };
}
