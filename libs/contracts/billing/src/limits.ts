const GIGABYTE = 1024 ** 3;

/**
 * What each plan holds: cards, those in the trash included (null: any number), and bytes of attachments and imported
 * files. The items service keeps to it, as `SubscriptionCheck` says it.
 */
export const PLAN_LIMITS = {
  desk: { cards: 10_000, bytes: 5 * GIGABYTE },
  studio: { cards: 100_000, bytes: 50 * GIGABYTE },
  workshop: { cards: null, bytes: 200 * GIGABYTE },
} as const;
