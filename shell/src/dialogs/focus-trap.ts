import { type RefObject, useEffect, useState } from "react";

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])';

const within = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => !element.closest("[inert]") && (element.checkVisibility?.() ?? true),
  );

/** Keeps the keyboard inside `root` while it is mounted, then returns the focus to where it was. */
export function useFocusTrap(root: RefObject<HTMLElement | null>): void {
  // Read while it is drawn for the first time: what is inside may take the focus before the effect runs.
  const [before] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : null));
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    if (!element.contains(document.activeElement)) {
      (element.querySelector<HTMLElement>("[data-autofocus], [autofocus]") ?? within(element)[0] ?? element).focus();
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Tab") return;
      const stops = within(element);
      const first = stops[0] ?? element;
      const last = stops.at(-1) ?? element;
      const at = document.activeElement;
      if (event.shiftKey && (at === first || at === element)) {
        event.preventDefault();
        last.focus();
      } else if (!event.shiftKey && at === last) {
        event.preventDefault();
        first.focus();
      }
    };
    element.addEventListener("keydown", onKeyDown);
    return () => {
      element.removeEventListener("keydown", onKeyDown);
      // After the commit: what was inert while this was open may take the focus again.
      queueMicrotask(() => before?.isConnected && before.focus());
    };
  }, [root, before]);
}
