/**
 * Where a finger acts: a phone's width, or a screen that is touched. Dialogs are sheets there, targets have 44 px
 * (WCAG 2.2, 2.5.5), and nothing speaks of keys. A media query: `[touch]: {…}` in styles, `useIsTouch` in code.
 */
export const touch = "@media (max-width: 599.98px), (pointer: coarse)";
