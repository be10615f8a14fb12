import type { Limit } from "@tessera/service-kit";

// Fair use: many times what a page asks for.
export const READS = { name: "items-read", limit: 3000, windowSeconds: 60, by: "caller" } as const satisfies Limit;
export const WRITES = { name: "items-write", limit: 1200, windowSeconds: 60, by: "caller" } as const satisfies Limit;
/** Many times what typing asks for. */
export const SEARCHES = { name: "items-search", limit: 600, windowSeconds: 60, by: "caller" } as const satisfies Limit;
/** Enough for somebody who skims card after card. Each request compares one card with all cards of the person. */
export const COMPARES = { name: "items-compare", limit: 240, windowSeconds: 60, by: "caller" } as const satisfies Limit;
