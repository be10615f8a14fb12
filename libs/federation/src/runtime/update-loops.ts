/**
 * Commits without a pause after which an application is taken to update itself without an end, and how long they take
 * at least, ms.
 */
const COMMITS = 100;
const LOOP_MS = 2_000;

/** What a person does: drawing that follows it ends with it, however long a slow machine goes without a rest. */
const ACTS = ["scroll", "wheel", "pointermove", "pointerdown", "keydown", "touchmove", "resize"];

/** What React reports to, in production too: named by its developer tools, which may be there. */
interface Hook {
  supportsFiber?: boolean;
  inject?(renderer: unknown): number;
  onCommitFiberRoot?(...args: unknown[]): void;
  onCommitFiberUnmount?(...args: unknown[]): void;
}

/**
 * Calls back when React draws again and again and the browser never comes to rest in between: an effect sets state each
 * time. React stops that on its own only where the state is set while it draws. Called before React is loaded. Browsers
 * that do not say when they rest (`requestIdleCallback`) go without.
 */
export function watchUpdateLoops(found: () => void): void {
  if (typeof requestIdleCallback === "undefined") return;
  let commits = 0;
  let since = 0;
  let isRestAwaited = false;
  const startAgain = () => {
    commits = 0;
  };
  const count = () => {
    if (document.hidden) {
      commits = 0; // there the browser need not say that it rests
      return;
    }
    if (commits === 0) {
      since = performance.now();
      if (!isRestAwaited) {
        isRestAwaited = true;
        requestIdleCallback(() => {
          isRestAwaited = false;
          commits = 0;
        });
      }
    }
    commits += 1;
    if (commits < COMMITS || performance.now() - since < LOOP_MS) return;
    commits = 1; // the idle callback is still waited for
    since = performance.now();
    found();
  };
  for (const act of ACTS) addEventListener(act, startAgain, { capture: true, passive: true });
  const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook };
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= { supportsFiber: true, inject: () => 1, onCommitFiberUnmount: () => {} };
  const hook = page.__REACT_DEVTOOLS_GLOBAL_HOOK__;
  const before = hook.onCommitFiberRoot;
  hook.onCommitFiberRoot = (...args) => {
    count();
    before?.apply(hook, args);
  };
}
