const HOUR_MS = 3_600_000;

/**
 * A key signs from this long after it was published, when every verifier's copy of the key set is newer (max-age 600
 * s).
 */
export const PUBLISHED_BEFORE_USE_MS = HOUR_MS;
/** Age of the newest key at which its successor is made. */
export const ROTATE_AFTER_MS = 90 * 24 * HOUR_MS;
/** A key stays published this long after its successor signs: an access token's hour, and another for clocks. */
const PUBLISHED_AFTER_USE_MS = 2 * HOUR_MS;

interface Dated {
  createdAt: Date;
}

/**
 * Which key signs, which are published and whether a new one is due: all of it follows from the creation times, so
 * processes agree without communicating. @param keys newest first
 */
export function scheduleOf<K extends Dated>(
  keys: K[],
  now: Date,
): { signing: K | undefined; published: K[]; due: boolean } {
  const age = (key: K) => now.getTime() - key.createdAt.getTime();
  const signing = keys.find((key) => age(key) >= PUBLISHED_BEFORE_USE_MS) ?? keys.at(-1);
  const published = keys.filter((_, index) => {
    const successor = keys[index - 1];
    return !successor || age(successor) < PUBLISHED_BEFORE_USE_MS + PUBLISHED_AFTER_USE_MS;
  });
  return { signing, published, due: !keys[0] || age(keys[0]) >= ROTATE_AFTER_MS };
}
