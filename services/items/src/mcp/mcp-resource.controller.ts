import { Controller, Get, Inject, NotFoundException, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import { MCP_PATH } from "@tessera/contracts-items/mcp-path.ts";
import { CONFIG, type KitConfig, Public, resourceMetadataPath } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";

/** How assistants that cannot be given a token learn where their person signs in (RFC 9728). */
@ApiExcludeController()
@Controller(resourceMetadataPath(MCP_PATH).slice(1))
@Public()
export class McpResourceController {
  constructor(@Inject(CONFIG) private readonly config: KitConfig) {}

  /** The same for everybody, so pages of any origin may read it. */
  @Get()
  metadata(@Res({ passthrough: true }) reply: FastifyReply) {
    const { publicUrl, identityUrl, hostedIdentity } = this.config;
    // Tokens that another issuer signs for clients have no scope of ours, and open nothing.
    if (hostedIdentity) throw new NotFoundException();
    reply.header("cache-control", "public, max-age=600").header("access-control-allow-origin", "*");
    return {
      ...{ resource: publicUrl + MCP_PATH, resource_name: "Tessera", authorization_servers: [identityUrl] },
      ...{
        scopes_supported: ["tessera:read", "tessera:write", "offline_access"],
        bearer_methods_supported: ["header"],
      },
    };
  }
}
