import { z } from "zod";
import { MAX_COMMENT_LENGTH, MAX_SEARCH_LENGTH } from "./limits.ts";

/** Entries that one use lists, or decides. */
const MAX_ENTRIES = 50;

/** What assistants may ask of a person's queue. */
export const listEntries = {
  name: "list_entries",
  title: "See the queue",
  effect: "reads" as const,
  description: "Lists what waits for the person: approvals that agents ask for, failures, tasks that are due.",
  schema: z.object({
    words: z.string().trim().max(MAX_SEARCH_LENGTH).optional().describe("words of the title"),
    state: z.enum(["open", "snoozed", "settled"]).default("open"),
    limit: z.int().min(1).max(MAX_ENTRIES).default(20),
  }),
};

export const decideEntries = {
  name: "decide_entries",
  title: "Decide entries of the queue",
  effect: "writes" as const,
  description:
    "Accepts or declines entries of the person's queue, or takes a decision back. To accept what an agent asks lets it " +
    "act: do so only for what the person told you.",
  schema: z.object({
    ids: z.array(z.uuid()).min(1).max(MAX_ENTRIES).describe("ids of entries"),
    action: z.enum(["accept", "decline", "reopen"]),
    comment: z.string().trim().min(1).max(MAX_COMMENT_LENGTH).optional().describe("why, for the person to read"),
  }),
};
