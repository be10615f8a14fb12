/** How sure a guess of a capture's type must be to be said, 0–1. */
export const SURE = 0.6;
