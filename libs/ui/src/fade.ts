import { type RefObject, useLayoutEffect } from "react";

/** Style of a row that scrolls sideways. What is cut continues: it fades where there is more. */
export const fade = {
  maskImage:
    "linear-gradient(to right, transparent, black var(--before), black calc(100% - var(--after)), transparent)",
  "--before": "0px",
  "--after": "0px",
  "&[data-before]": { "--before": "32px" },
  "&[data-after]": { "--after": "32px" },
} as const;

/** Marks at which sides of the row more is. `words`: all that it says. */
export function useFade(root: RefObject<HTMLElement | null>, words: string): void {
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const onChange = () => mark(element);
    const observer = new ResizeObserver(onChange);
    observer.observe(element);
    element.addEventListener("scroll", onChange, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onChange);
    };
  }, [root]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: words grow inside a row that keeps its size
  useLayoutEffect(() => {
    if (root.current) mark(root.current);
  }, [root, words]);
}

function mark(element: HTMLElement): void {
  const left = element.scrollWidth - element.clientWidth - element.scrollLeft;
  element.toggleAttribute("data-before", element.scrollLeft > 1);
  element.toggleAttribute("data-after", left > 1);
}
