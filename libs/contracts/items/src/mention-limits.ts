/** Other names of one person. */
export const MAX_ALIASES = 20;
export const MAX_ALIAS_LENGTH = 100;
/** Cards that one text may mention; further ones are links, but no mentions. */
export const MAX_REFERENCES = 500;
/** Cards that one card's "Mentioned in" names, the newest; the page of all mentions has the others. */
export const MAX_CARD_MENTIONS = 100;
/** Cards that one answer names in whose texts a name stands without a link. */
export const MAX_UNLINKED = 20;

/** Capability of a type whose cards are picked with "@": people. */
export const MENTION = "mention";
