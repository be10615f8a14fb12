let running = 0;
const waiting: (() => void)[] = [];

/** Counts a write of this page for as long as it runs. */
export async function writing<T>(work: Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work;
  } finally {
    running -= 1;
    if (running === 0) for (const go of waiting.splice(0)) go();
  }
}

/** Resolves when no write of this page is on its way. */
export const whenWritten = (): Promise<void> =>
  running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
