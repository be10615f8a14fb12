import { Inject, Injectable } from "@nestjs/common";
import { OFFERED_TOOLS, OfferedTool, ToolResult } from "@tessera/contracts-core/offered-tools.ts";
import { type Caller, CONFIG, Contributions, type KitConfig, ToolFailure } from "@tessera/service-kit";
import { z } from "zod";
import type { McpOutput, McpTool } from "./mcp-tool.ts";

/** Ms for one use of a tool of another service. */
const ANSWER_MS = 20_000;
const UNREACHABLE = "The service that does this does not answer. Try again later.";
const Refusal = z.object({ detail: z.string() });

/** A tool of another area. */
export interface OtherTool extends Pick<McpTool, "name" | "described"> {
  service: string;
  /** The scope that its token needs. */
  scope: string;
}

/**
 * The tools that other areas offer, in whichever process they run. Each is asked with the token that the assistant
 * sent: its service decides what that opens.
 */
@Injectable()
export class OtherTools {
  constructor(
    @Inject(Contributions) private readonly contributions: Contributions,
    @Inject(CONFIG) private readonly config: KitConfig,
  ) {}

  /** Those that the caller's token opens. Clients that sign in for a person are given cards alone. */
  async openTo({ apiToken, clientId }: Caller): Promise<OtherTool[]> {
    if (clientId) return [];
    const all = (await this.contributions.of(OFFERED_TOOLS)).flatMap(({ service, entries }) =>
      entries.flatMap((entry) => toolOf(service, entry) ?? []),
    );
    return all.filter(({ scope }) => !apiToken || apiToken.scopes.includes(scope));
  }

  /** @param authorization the header that the assistant sent @throws ToolFailure */
  async use({ service, name }: OtherTool, values: unknown, authorization: string): Promise<McpOutput> {
    const address = `${this.config.originOf(service)}/api/${service}/tools/${name}`;
    const answer = await fetch(address, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(values ?? {}),
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => undefined);
    const said: unknown = await answer?.json().catch(() => undefined);
    if (!answer?.ok) throw new ToolFailure(Refusal.safeParse(said).data?.detail ?? UNREACHABLE);
    const { output, outside } = ToolResult.parse(said);
    return { values: output, isOutside: outside };
  }
}

function toolOf(service: string, entry: unknown): OtherTool | undefined {
  const { data } = OfferedTool.safeParse(entry);
  if (!data) return undefined;
  const { name, title, description, effect, scope, inputSchema } = data;
  const isReading = effect === "reads";
  return {
    ...{ service, name, scope },
    described: {
      ...{ name, title, description, inputSchema },
      annotations: {
        ...{ title, readOnlyHint: isReading, openWorldHint: false },
        ...(isReading ? {} : { destructiveHint: true, idempotentHint: true }),
      },
    },
  };
}
