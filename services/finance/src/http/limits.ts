import type { Limit } from "@tessera/service-kit";

/** Fair use: many times what a page asks for. */
export const READS: Limit = { name: "finance-read", limit: 3000, windowSeconds: 60, by: "caller" };
export const WRITES: Limit = { name: "finance-write", limit: 1200, windowSeconds: 60, by: "caller" };
/** Files that are read; each takes a process for some seconds. */
export const FILES: Limit = { name: "finance-files", limit: 60, windowSeconds: 3600, by: "caller" };
/** Trials of how a file is read: one with each thing that a person changes. */
export const TRIALS: Limit = { name: "finance-trials", limit: 300, windowSeconds: 60, by: "caller" };
/** Runs and trials of rules; each reads many transactions. */
export const RUNS: Limit = { name: "finance-runs", limit: 60, windowSeconds: 60, by: "caller" };
/** Exports; each may read all transactions of a person. */
export const EXPORTS: Limit = { name: "finance-export", limit: 60, windowSeconds: 3600, by: "caller" };
