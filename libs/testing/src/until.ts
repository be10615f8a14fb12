/** Longest wait of a test for one thing, ms: below the limit of a test, so that its failure names what did not come. */
const LIMIT_MS = 60_000;
const POLL_MS = 20;

/**
 * Waits until `ask` answers something (not false, null or undefined), and returns it. For what comes from another
 * process or over a database, where nothing can be awaited. @throws Error that names what did not come, with what
 * `state` says of it
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  { limitMs = LIMIT_MS, state }: { limitMs?: number; state?: () => unknown } = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined) return answer as NonNullable<Exclude<T, false>>;
    if (performance.now() > end) {
      const now = state ? ` Instead: ${JSON.stringify(await state())}` : "";
      throw new Error(`Waited ${limitMs / 1000} s for ${what}.${now}`);
    }
    await new Promise((again) => setTimeout(again, POLL_MS));
  }
}
