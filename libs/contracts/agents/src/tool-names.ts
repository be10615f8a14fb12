/** What pages say of tools; what they are called with is in tools.ts, with zod. */

/** Whether a tool is used at once, after the person agreed, or not at all. */
export const TOOL_POLICIES = ["allow", "ask", "deny"] as const;
export type ToolPolicy = (typeof TOOL_POLICIES)[number];

/**
 * What a use of a tool does: `reads` what is the person's own, `writes` there, `reaches` out to others, `asks` the
 * person.
 */
export type ToolEffect = "reads" | "writes" | "reaches" | "asks";

export interface ShownTool {
  /** Lower-case words joined by underscores; its meaning never changes. */
  readonly name: string;
  /** What a person reads. */
  readonly title: string;
  readonly effect: ToolEffect;
}

/** Every tool that there is, in the order in which they are shown. */
export const SHOWN_TOOLS = [
  { name: "search_cards", title: "Search cards", effect: "reads" },
  { name: "read_card", title: "Read a card", effect: "reads" },
  { name: "create_card", title: "Create a card", effect: "writes" },
  { name: "update_card", title: "Change a card", effect: "writes" },
  { name: "tag_card", title: "Tag a card", effect: "writes" },
  { name: "create_task", title: "Create a task", effect: "writes" },
  { name: "fetch_page", title: "Read a web page", effect: "reaches" },
  { name: "list_transactions", title: "List transactions", effect: "reads" },
  { name: "read_transcript", title: "Read a transcript", effect: "reads" },
  { name: "decide_entry", title: "Decide an entry of your queue", effect: "writes" },
  { name: "ask_person", title: "Ask you", effect: "asks" },
] as const satisfies readonly ShownTool[];
export type ToolName = (typeof SHOWN_TOOLS)[number]["name"];

/** Reads what the person gave along with a task. A run uses it on its own, first; no model is offered it. */
export const GIVEN_CARDS = {
  name: "given_cards",
  title: "Read the cards you gave",
  effect: "reads",
} as const satisfies ShownTool;

export const shownTool = (name: string): ShownTool | undefined =>
  [...SHOWN_TOOLS, GIVEN_CARDS].find((tool) => tool.name === name);

const MCP_PREFIX = "mcp_";
/** Whether a tool is one of an MCP server: `mcp_`, eight digits of the server's id, and the tool's own name. */
export const isMcpTool = (name: string): boolean => name.startsWith(MCP_PREFIX);

/** The policy of a tool that an agent's settings do not name: what a person connected may be asked for. */
export const unsetPolicy = (name: string): ToolPolicy => (isMcpTool(name) ? "ask" : "deny");
