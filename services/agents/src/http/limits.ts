import type { Limit } from "@tessera/service-kit";

/** Fair use: many times what a page asks for. */
export const READS: Limit = { name: "agents-read", limit: 1200, windowSeconds: 60, by: "caller" };
export const WRITES: Limit = { name: "agents-write", limit: 300, windowSeconds: 60, by: "caller" };
/** Connection tests; each reaches out. */
export const CHECKS: Limit = { name: "agents-checks", limit: 60, windowSeconds: 600, by: "caller" };
/** Prompts; a comparison is two. */
export const PROMPTS: Limit = { name: "agents-prompts", limit: 120, windowSeconds: 600, by: "caller" };
/** Openings of the terminal; a page whose connection breaks opens it again. */
export const TERMINALS: Limit = { name: "agents-terminals", limit: 60, windowSeconds: 60, by: "caller" };
