/** Languages whose letters are their own: each word says by which stems it is found. As `items.own_stems` has it. */
export const STEMS = [
  { letters: /[а-я]/, words: "items.cyrillic" },
  { letters: /[α-ω]/, words: "items.greek" },
  { letters: /[\u0621-\u064a]/, words: "items.arabic" },
  { letters: /[\u0904-\u0939]/, words: "items.hindi" },
] as const;
