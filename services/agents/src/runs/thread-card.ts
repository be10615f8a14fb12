import { declareItemType } from "@tessera/contracts-items/item-type.ts";
import { z } from "zod";

export const THREAD_TYPE = "thread";
export const THREAD_STEP = "conversation";

/** What the card has of the conversation; only this service writes it. */
const found = {
  /** The newest run of the conversation and its agent; empty once the conversation is deleted. */
  run: z.string().optional(),
  agent: z.string().optional(),
  agentName: z.string().optional(),
  /** What was asked and answered, as Markdown; of a long conversation the end. */
  text: z.string().optional(),
};

/** The card type of conversations with agents. The remote contributes what it looks like. */
export const threadCard = declareItemType({
  definition: { type: THREAD_TYPE, label: "Conversation", menuItem: { label: "Conversations" }, order: 58 },
  data: z.strictObject(found),
  textFields: ["text"],
  row: ["agentName"],
  steps: [{ name: THREAD_STEP, writes: Object.keys(found) }],
});
