import { z } from "zod";
import { MCP_PATH } from "./mcp-path.ts";

export { MCP_PATH };

const Id = z.union([z.string(), z.number()]);

/** One message of JSON-RPC 2.0, as the Model Context Protocol sends it; there are no batches. */
export const McpMessage = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    id: Id.optional(),
    method: z.string().max(100).optional(),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: "McpMessage" });
export type McpMessage = z.infer<typeof McpMessage>;

/** `error` says what of the protocol was not followed; that a tool could not do its work is said in `result`. */
export const McpAnswer = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    id: Id.nullable(),
    result: z.looseObject({}).optional(),
    error: z.looseObject({ code: z.int(), message: z.string() }).optional(),
  })
  .meta({ id: "McpAnswer" });
export type McpAnswer = z.infer<typeof McpAnswer>;
