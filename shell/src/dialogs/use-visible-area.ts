import { type RefObject, useLayoutEffect } from "react";

/**
 * Keeps a layer over the part of the window that is seen: an on-screen keyboard covers the rest without making the
 * window smaller. Left alone while the page is magnified, which makes that part smaller too.
 */
export function useVisibleArea(layer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const seen = window.visualViewport;
    const element = layer.current;
    // Reading the visible area costs a layout, which a device without a touch screen need not pay.
    if (!seen || !element || navigator.maxTouchPoints === 0) return;
    const follow = () => {
      const whole = seen.scale > 1 || seen.height >= window.innerHeight;
      element.style.top = whole ? "" : `${seen.offsetTop}px`;
      element.style.bottom = whole ? "" : "auto";
      element.style.height = whole ? "" : `${seen.height}px`;
    };
    follow();
    seen.addEventListener("resize", follow);
    seen.addEventListener("scroll", follow);
    return () => {
      seen.removeEventListener("resize", follow);
      seen.removeEventListener("scroll", follow);
    };
  }, [layer]);
}
