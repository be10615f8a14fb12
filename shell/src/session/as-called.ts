/**
 * An object whose members are all functions that answer promises: its code is loaded by the first call. A load that
 * failed is tried again by the next call.
 */
export function asCalled<T extends object>(load: () => Promise<T>): T {
  let loaded: Promise<T> | undefined;
  const made = () => {
    loaded ??= load();
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
  return new Proxy({} as T, {
    get: (_, name) =>
      // Not one that is awaited itself.
      typeof name === "symbol" || name === "then"
        ? undefined
        : async (...given: unknown[]) =>
            (await made().then((object) => (object as Record<string, (...given: unknown[]) => unknown>)[name]!))(
              ...given,
            ),
  });
}
