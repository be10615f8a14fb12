import { z } from "zod";
import { MAX_GIVEN_CARDS } from "./limits.ts";
import {
  GIVEN_CARDS,
  type ToolPolicy as Policy,
  type ShownTool,
  shownTool,
  TOOL_POLICIES,
  type ToolName,
  unsetPolicy,
} from "./tool-names.ts";

export const ToolPolicy = z.enum(TOOL_POLICIES);
export const ToolPolicies = z.record(z.string().max(60), ToolPolicy).refine((all) => Object.keys(all).length <= 300);
export type ToolPolicies = z.infer<typeof ToolPolicies>;

/** A tool with what a model is given of it. */
export interface AgentTool<Schema extends z.ZodObject = z.ZodObject> extends ShownTool {
  readonly description: string;
  readonly schema: Schema;
}
/** What a tool is called with. */
export type ToolArguments<T extends AgentTool> = z.output<T["schema"]>;

const define = <Schema extends z.ZodObject>(
  name: ToolName,
  of: Pick<AgentTool<Schema>, "description" | "schema">,
): AgentTool<Schema> => ({ ...shownTool(name)!, ...of });

const title = z.string().trim().min(1).max(300);
const body = z.string().max(20_000).describe("Markdown");
const tags = z.array(z.string().trim().min(1).max(60)).max(20);
const day = z.iso
  .date()
  .refine((value) => value >= "0001", "is in no year of the calendar")
  .describe("YYYY-MM-DD");
const id = z.uuid().describe("id of a card");

export const searchCards = define("search_cards", {
  description:
    "Finds cards of the person by words of their title, tags and text, and by what they mean. Answers ids, titles and " +
    "a line of each.",
  schema: z.object({
    words: z
      .string()
      .trim()
      .max(300)
      .describe(
        "what is looked for, as in the search of the workspace (is:due, type:task …); empty for the newest cards",
      ),
    tag: z.string().trim().max(60).optional(),
    limit: z.int().min(1).max(20).default(10),
  }),
});

export const readCard = define("read_card", {
  description: "Gives the title, tags, state and text of one card.",
  schema: z.object({ id }),
});

export const createCard = define("create_card", {
  description: "Keeps a new card with a title and a text. Its type is found by what it says, unless it is given.",
  schema: z.object({
    title,
    body: body.default(""),
    type: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/)
      .optional(),
    tags: tags.default([]),
  }),
});

export const updateCard = define("update_card", {
  description: "Replaces the title or the text of a card, or moves it. Fields that are left out stay.",
  schema: z.object({
    id,
    title: title.optional(),
    body: body.optional(),
    status: z.enum(["inbox", "later", "done", "archived"]).optional(),
  }),
});

export const tagCard = define("tag_card", {
  description: "Adds tags to a card and removes others.",
  schema: z.object({ id, add: tags.default([]), remove: tags.default([]) }),
});

export const createTask = define("create_task", {
  description: "Keeps a task, with a day on which it is due where there is one.",
  schema: z.object({ title, body: body.default(""), due: day.optional() }),
});

export const fetchPage = define("fetch_page", {
  description: "Fetches a page of the public web and gives its readable text.",
  schema: z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000) }),
});

export const listTransactions = define("list_transactions", {
  description: "Gives the person's bank transactions, newest first, and what they add up to in each currency.",
  schema: z.object({
    words: z.string().trim().max(200).optional().describe("words of payee, note, reference and tags"),
    from: day.optional(),
    to: day.optional(),
    limit: z.int().min(1).max(50).default(20),
  }),
});

export const readTranscript = define("read_transcript", {
  description: "Gives what is said in a recording, with times. Without an id it lists the newest recordings.",
  schema: z.object({
    id: z.uuid().optional().describe("id of a recording"),
    words: z.string().trim().max(200).optional().describe("part of the title or of what is said"),
  }),
});

/** Offered to runs that a person gave an entry, and of that entry alone. */
export const decideEntry = define("decide_entry", {
  description: "Decides the entry of the person's queue that this run was given. Use it once, when you are sure.",
  schema: z.object({
    decision: z.enum(["accept", "decline"]),
    comment: z.string().trim().min(1).max(1_000).describe("why, for the person to read"),
  }),
});

export const askPerson = define("ask_person", {
  description: "Asks the person a question and waits for the answer. Use it when something is not clear.",
  schema: z.object({ question: z.string().trim().min(1).max(2_000) }),
});

/** Not in the catalogue: the person chose the cards, so no policy is asked and no model may use it. */
export const givenCards: AgentTool<z.ZodObject<{ ids: z.ZodArray<z.ZodUUID> }>> = {
  ...GIVEN_CARDS,
  description: "Gives titles and texts of the cards that the person chose, and the ids of those that do not exist.",
  schema: z.object({ ids: z.array(z.uuid()).min(1).max(MAX_GIVEN_CARDS) }),
};

/** Every tool that there is. */
export const AGENT_TOOLS: readonly AgentTool[] = [
  searchCards,
  readCard,
  createCard,
  updateCard,
  tagCard,
  createTask,
  fetchPage,
  listTransactions,
  readTranscript,
  decideEntry,
  askPerson,
];

export const toolNamed = (name: string): AgentTool | undefined => AGENT_TOOLS.find((tool) => tool.name === name);

/** Whether a use of the tool changes something or reaches somebody. */
export const acts = ({ effect }: ShownTool) => effect === "writes" || effect === "reaches";

/**
 * What holds for a use of a tool. Once a run has read what others wrote, what writes or reaches out is asked at least:
 * the text may have told the model to.
 */
export function policyFor(tool: ShownTool, policies: ToolPolicies, hasReadOutside: boolean): Policy {
  const policy = Object.hasOwn(policies, tool.name) ? policies[tool.name]! : unsetPolicy(tool.name);
  if (policy === "deny") return "deny";
  if (tool.effect === "asks") return "ask";
  return policy === "allow" && hasReadOutside && acts(tool) ? "ask" : policy;
}
