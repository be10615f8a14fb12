import { Body, Controller, Delete, Get, Headers, HttpCode, Post, Res, UseGuards } from "@nestjs/common";
import { ApiBearerAuth, ApiExcludeEndpoint, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { McpAnswer, McpMessage } from "@tessera/contracts-items/mcp.ts";
import { MCP_PATH } from "@tessera/contracts-items/mcp-path.ts";
import { mcpTakesPosts } from "@tessera/contracts-items/problems.ts";
import {
  BodyLimit,
  type Caller,
  CurrentUser,
  ForApiTokens,
  ForReadingClients,
  ProtectedResource,
  Public,
  problem,
  RateLimit,
  Subscribed,
} from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { READS } from "../items/allowances.ts";
import { McpService } from "./mcp.service.ts";
import { OwnOriginGuard } from "./own-origin.guard.ts";

/** The longest text of a tool in any script, with room. */
const MAX_MESSAGE_BYTES = 256 * 1024;
const JSON_RPC = "an error of JSON-RPC: the message is none of the Model Context Protocol";

/** Where assistants connect (Model Context Protocol, Streamable HTTP), without sessions and streams. */
@ApiTags("mcp")
@Controller(MCP_PATH.slice(1))
@UseGuards(OwnOriginGuard)
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  @ApiBearerAuth()
  @ForApiTokens()
  @ForReadingClients()
  @ProtectedResource(MCP_PATH)
  @Subscribed()
  @RateLimit(READS)
  @BodyLimit(MAX_MESSAGE_BYTES)
  @HttpCode(200)
  @ApiOperation({ summary: "Answer a message of an assistant (Model Context Protocol)" })
  @ApiResponse({ status: 200, standardSchema: McpAnswer })
  @ApiResponse({ status: 202, description: "A notification, or an answer to nothing: it is taken" })
  @ApiResponse({ status: 400, description: `invalid_request, or ${JSON_RPC}`, standardSchema: McpAnswer })
  @ApiResponse({
    status: 406,
    description: "Accept lacks application/json or text/event-stream",
    standardSchema: McpAnswer,
  })
  @ApiResponse({ status: 415, description: "The body is no JSON", standardSchema: McpAnswer })
  async post(
    @CurrentUser() caller: Caller,
    @Headers("authorization") authorization: string,
    @Headers("accept") accept: string | undefined,
    @Headers("content-type") contentType: string | undefined,
    @Headers("mcp-protocol-version") version: string | undefined,
    @Body({ schema: McpMessage }) message: McpMessage,
    @Res() reply: FastifyReply,
  ) {
    const headers = { accept, "content-type": contentType, "mcp-protocol-version": version };
    const { status, body } = await this.mcp.answer(caller, message, headers, authorization);
    reply.status(status);
    return body === null ? reply.send() : reply.type("application/json").send(body);
  }

  @Get()
  @Public()
  @ApiExcludeEndpoint()
  open(): never {
    throw problem(mcpTakesPosts, { headers: { allow: "POST" } });
  }

  @Delete()
  @Public()
  @ApiExcludeEndpoint()
  close(): never {
    throw problem(mcpTakesPosts, { headers: { allow: "POST" } });
  }
}
