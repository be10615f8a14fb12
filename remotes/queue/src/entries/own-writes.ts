let last: Promise<unknown> = Promise.resolve();
let running = 0;
const waiting: (() => void)[] = [];

/** Sends decisions one after the other, so that the service makes them in the order in which the person did. */
export function inOrder<T>(write: () => Promise<T>): Promise<T> {
  running += 1;
  const mine = last.then(write);
  const ended = () => {
    running -= 1;
    if (running === 0) for (const go of waiting.splice(0)) go();
  };
  last = mine.then(ended, ended);
  return mine;
}

/** Whether a decision of this page is on its way: what the service answers now is older than what the page shows. */
export const isWriting = (): boolean => running > 0;

/** Resolves when no decision of this page is on its way. */
export const whenWritten = (): Promise<void> =>
  running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
