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

/** The newest write of each card that has one on its way. */
const newest = new Map<string, Promise<unknown>>();

/**
 * Runs a write once all earlier ones of the same cards have been answered, so that the service makes changes in the
 * order in which the person did.
 * @param write given a function that says whether a later write of one of the cards waits: its answer is the newer one
 */
export function inOrder<T>(ids: readonly string[], write: (isNewest: () => boolean) => Promise<T>): Promise<T> {
  const before = ids.flatMap((id) => newest.get(id) ?? []);
  const isNewest = () => ids.every((id) => newest.get(id) === mine);
  const run = () => write(isNewest);
  const mine: Promise<T> = before.length === 0 ? Promise.resolve().then(run) : Promise.allSettled(before).then(run);
  for (const id of ids) newest.set(id, mine);
  const done = () => {
    for (const id of ids) if (newest.get(id) === mine) newest.delete(id);
  };
  mine.then(done, done);
  return mine;
}

/** Cards whose written version is remembered; of those written longest ago news are long here. */
const MAX_VERSIONS = 2_000;
const versions = new Map<string, number>();

/** Remembers which version of a card this page wrote. */
export function wrote({ id, version }: { id: string; version: number }): void {
  versions.delete(id);
  versions.set(id, version);
  if (versions.size > MAX_VERSIONS) versions.delete(versions.keys().next().value as string);
}

/** The version of a card that this page wrote last; 0 when it wrote none. */
export const writtenVersion = (id: string): number => versions.get(id) ?? 0;
