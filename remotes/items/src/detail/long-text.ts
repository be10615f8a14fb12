/** Characters from which on a text is long: what takes all of it, such as storing it, is not done at each key. */
export const LONG_TEXT = 40_000;
