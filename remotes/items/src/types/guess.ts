/** Minimum confidence, 0–1, for showing the guessed type of a capture. */
export const SURE = 0.6;
