// Limits of an account's API tokens. Apart from the schemas: pages carry no zod for them.

/** API tokens of an account that have not expired. */
export const MAX_API_TOKENS = 20;
/** Longest name of an API token, in characters. */
export const MAX_API_TOKEN_NAME = 80;
/** Scopes of one API token. */
export const MAX_API_TOKEN_SCOPES = 30;
/** Types, and tags, of the cards that one API token is limited to. */
export const MAX_API_TOKEN_CARDS = 20;
/** Days after which an API token may be made to expire; there is none without an end. */
export const API_TOKEN_LIFETIMES = [30, 90, 365] as const;
