import { z } from "zod";

/** A tool that agents may be offered, as pages show it. */
export const ListedTool = z
  .object({
    name: z.string(),
    title: z.string(),
    /** As `ToolEffect`. */
    effect: z.enum(["reads", "writes", "reaches", "asks"]),
    /** Names of what it is called with. */
    arguments: z.array(z.string()),
  })
  .meta({ id: "AgentTool" });
export type ListedTool = z.infer<typeof ListedTool>;

/** The tools of the product and of its areas; those of MCP servers stand with their servers. */
export const ToolList = z.object({ items: z.array(ListedTool) }).meta({ id: "AgentToolList" });
export type ToolList = z.infer<typeof ToolList>;
