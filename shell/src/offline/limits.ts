const MB = 1024 * 1024;

/** What a browser keeps of one person's answers. Apart from the store, whose database no first view needs. */
export const LIMITS = { answers: 500, bytes: 20 * MB, bytesOfOne: 2 * MB, days: 30 };
