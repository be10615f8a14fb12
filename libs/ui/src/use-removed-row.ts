import { type RefObject, useLayoutEffect, useRef } from "react";

/** Marks the control of a row with which a person removes it. */
export const removes = { "data-removes": "" } as const;

const CONTROL = "[data-removes]";
const HEADING = "h1, h2, h3, h4";

/**
 * Where the keyboard continues once a row of this list is removed: at the same control of the next row, else of the one
 * before, else at the heading of the list's section. Controls that remove a row are marked with `removes`. Nothing
 * happens where the person is elsewhere by then. Pass the result as the `ref` of the element whose children are rows.
 */
export function useRemovedRow<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    const list = ref.current;
    if (!list) return;
    // The list may leave with its last row, and with it what is around it.
    const around = ancestorsOf(list);
    let from: { control: Element; index: number } | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      const control = (target as Element).closest(CONTROL);
      const index = control ? [...list.children].findIndex((row) => row.contains(control)) : -1;
      from = control && index >= 0 ? { control, index } : null;
    };
    const proceed = () => {
      if (!from || from.control.isConnected || !isNowhere()) return;
      const { index } = from;
      from = null;
      const controls = [...list.children].map((row) =>
        list.isConnected ? row.querySelector<HTMLElement>(CONTROL) : null,
      );
      const next = controls.slice(index).find(Boolean) ?? controls.slice(0, index).findLast(Boolean);
      if (next) next.focus();
      else focusHeading(around.find((element) => element.isConnected && element.querySelector(HEADING)));
    };
    list.addEventListener("focusin", onFocus);
    const observer = new MutationObserver(proceed);
    observer.observe(list, { childList: true });
    return () => {
      list.removeEventListener("focusin", onFocus);
      observer.disconnect();
      // After the commit that takes the list away.
      queueMicrotask(proceed);
    };
  }, []);
  return ref;
}

/** Whether the element that had the keyboard is gone, and no other has it. */
const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

function ancestorsOf(element: Element): Element[] {
  const above: Element[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) above.push(one);
  return above;
}

function focusHeading(around: Element | undefined): void {
  const heading = around?.querySelector<HTMLElement>(HEADING);
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus();
}
