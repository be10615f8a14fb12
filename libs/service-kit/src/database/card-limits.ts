import { AsyncLocalStorage } from "node:async_hooks";

/** The cards that an API token reaches: of one of the types, with one of the tags; an empty list asks for nothing. */
export interface CardLimits {
  types: readonly string[];
  /** As tags are compared: without case, in one Unicode form. */
  tags: readonly string[];
}

/**
 * The limits of the request being answered. Every transaction with its caller's rights says them to the database, whose
 * policies decide, so that no statement has to think of them.
 */
export const cardLimits = new AsyncLocalStorage<CardLimits>();

/** The cards that the running request is limited to; null: it is not. */
export const limitedCards = (): CardLimits | null => cardLimits.getStore() ?? null;
