import type { AgentTool } from "@tessera/contracts-agents/tools.ts";
import type { ApiScope } from "@tessera/contracts-core/api-scopes.ts";
import { readCards, writeCards } from "@tessera/contracts-items/api-scopes.ts";
import type { Limit, ToolCaller } from "@tessera/service-kit";
import { z } from "zod";

/** What a tool gives back. */
export interface McpOutput {
  values: Record<string, unknown>;
  /** Whether others than the person wrote some of it. */
  isOutside: boolean;
}

/** A tool as assistants are told of it, with what does it. */
export interface McpTool {
  name: string;
  /** The scope that its token needs. */
  scope: ApiScope;
  schema: z.ZodObject;
  /** What it is counted against beside the request itself. */
  limit?: Limit & { name: string };
  /** As `tools/list` answers it. */
  described: {
    name: string;
    title: string;
    description: string;
    inputSchema: { type: "object"; [member: string]: unknown };
    outputSchema?: { type: "object"; [member: string]: unknown };
    annotations: Hints & { title: string; readOnlyHint: boolean; openWorldHint: false };
  };
  run(caller: ToolCaller, values: never): Promise<McpOutput>;
}

interface Hints {
  /** Something that was there is replaced. */
  destructiveHint?: boolean;
  /** The same call again changes nothing more. */
  idempotentHint?: boolean;
}

type Told = Pick<AgentTool, "name" | "title" | "description">;
interface Kind<Schema extends z.ZodObject> {
  schema: Schema;
  answer: z.ZodObject;
  limit?: McpTool["limit"];
  hints?: Hints;
}
type Run<Schema extends z.ZodObject> = (caller: ToolCaller, values: z.output<Schema>) => Promise<McpOutput>;

/** @param run throws ToolFailure, ProblemException */
export const reads = <Schema extends z.ZodObject>(told: Told, kind: Kind<Schema>, run: Run<Schema>): McpTool =>
  toolOf(told, readCards, kind, run);

/** @param run throws ToolFailure, ProblemException */
export const writes = <Schema extends z.ZodObject>(told: Told, kind: Kind<Schema>, run: Run<Schema>): McpTool =>
  toolOf(told, writeCards, kind, run);

function toolOf<Schema extends z.ZodObject>(
  { name, title, description }: Told,
  scope: ApiScope,
  { schema, answer, limit, hints = {} }: Kind<Schema>,
  run: Run<Schema>,
): McpTool {
  const isReading = scope === readCards;
  // A member that is misspelt is refused, not passed over.
  const strict = schema.strict();
  return {
    ...{ name, scope, limit, schema: strict, run },
    described: {
      ...{ name, title, description },
      inputSchema: jsonSchemaOf(strict, "input"),
      outputSchema: jsonSchemaOf(answer, "output"),
      annotations: {
        ...{ title, readOnlyHint: isReading, openWorldHint: false },
        ...(isReading ? {} : { destructiveHint: false, idempotentHint: false, ...hints }),
      },
    },
  };
}

const jsonSchemaOf = (schema: z.ZodObject, io: "input" | "output") =>
  z.toJSONSchema(schema, { io }) as { type: "object"; [member: string]: unknown };
