import type { ToolName } from "./tool-names.ts";

/** What tools are called with, for pages: the schemas are in tools.ts, with zod. */
export const TOOL_ARGUMENTS: Record<ToolName, readonly string[]> = {
  search_cards: ["words", "tag", "limit"],
  read_card: ["id"],
  create_card: ["title", "body", "type", "tags"],
  update_card: ["id", "title", "body", "status"],
  tag_card: ["id", "add", "remove"],
  create_task: ["title", "body", "due"],
  fetch_page: ["url"],
  list_transactions: ["words", "from", "to", "limit"],
  read_transcript: ["id", "words"],
  decide_entry: ["decision", "comment"],
  ask_person: ["question"],
};
