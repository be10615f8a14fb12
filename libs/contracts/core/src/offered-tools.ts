import { z } from "zod";
import type { ApiScope } from "./api-scopes.ts";

/**
 * Tools that an area offers to people's assistants and agents beside those of cards, declared by the service that does
 * them (`contributes: { [OFFERED_TOOLS]: [offered(listTransactions, readTransactions)] }`). For assistants it answers
 * each at `POST /api/<service>/tools/<name>`, with the arguments as the body, and checks them and the scope itself;
 * agents are served each by the kit's `AgentTools`.
 */
export const OFFERED_TOOLS = "offeredTools";

export const OfferedTool = z.object({
  name: z.string().regex(/^[a-z][a-z_]{0,59}$/),
  title: z.string(),
  description: z.string(),
  /** "reads" alone changes nothing. */
  effect: z.string(),
  /** What a token needs for it. */
  scope: z.string(),
  inputSchema: z.looseObject({ type: z.literal("object") }),
});
export type OfferedTool = z.infer<typeof OfferedTool>;

/** What a tool gives back; `outside` where others than the person may have written some of it. */
export const ToolResult = z
  .object({ output: z.record(z.string(), z.unknown()), outside: z.boolean() })
  .meta({ id: "ToolResult" });
export type ToolResult = z.infer<typeof ToolResult>;

interface Tool extends Pick<OfferedTool, "name" | "title" | "description" | "effect"> {
  schema: z.ZodObject;
}

export const offered = ({ name, title, description, effect, schema }: Tool, { name: scope }: ApiScope): OfferedTool =>
  OfferedTool.parse({
    ...{ name, title, description, effect, scope },
    inputSchema: z.toJSONSchema(schema.strict(), { io: "input" }),
  });
