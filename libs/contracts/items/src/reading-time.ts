/** Words a minute of quiet reading. */
const READING_SPEED = 230;

/** How long a text of so many words takes to read: "9 min read". */
export const readingTime = (words: number): string => `${Math.max(1, Math.round(words / READING_SPEED))} min read`;
