import type { CardAction } from "./rules.ts";

// Apart from the schemas: pages carry no zod for it.

/**
 * The action of a rule that does nothing but what it has beside its actions: pages of before need one, and this tag is
 * on no card.
 */
export const NO_ACTION: CardAction = { removeTags: ["(nothing)"] };

export const isNoAction = (action: CardAction): boolean => JSON.stringify(action) === JSON.stringify(NO_ACTION);
