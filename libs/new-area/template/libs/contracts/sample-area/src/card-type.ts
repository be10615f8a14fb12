/** The area's card type, as the items service knows it. */
export const CARD_TYPE = "sample-area-card";
/** Text that begins with it is meant as a card of this type, in any case. */
export const CARD_MARK = "sample-area:";
/** The step that counts the words of a card's text. */
export const WORDS_STEP = "words";
