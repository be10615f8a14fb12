// Marks in the page's timeline, which the inspector and the browser's own tools show:
// https://www.w3.org/TR/user-timing/

/** The routes of the app's release are there. */
export const readyMark = (app: string) => `tessera ready ${app}`;
/** The app's routes, or the shell's frame, were first on the screen. */
export const drawnMark = (app: string) => `tessera drawn ${app}`;

const marked = new Set<string>();

/** Marks now, unless it was marked before: pages live long, and a timeline keeps what it is given. */
export function mark(name: string): void {
  if (marked.has(name)) return;
  marked.add(name);
  performance.mark?.(name);
}
