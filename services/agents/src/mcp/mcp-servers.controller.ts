import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  McpReview,
  McpServer,
  McpServerChange,
  McpServerCheck,
  McpServerList,
  McpSignIn,
  McpSignInStart,
  NewMcpServer,
} from "@tessera/contracts-agents/mcp-servers.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { CHECKS, READS, WRITES } from "../http/limits.ts";
import { CheckMcpServer } from "./check-mcp-server.ts";
import { McpServersService } from "./mcp-servers.service.ts";
import { McpSignIns } from "./mcp-sign-ins.ts";

const Id = z.uuid();

/** Seeing, changing and removing need no plan; what reaches out does. */
@ApiTags("mcp servers")
@ApiBearerAuth()
@Controller("api/agents/mcp-servers")
@RateLimit(READS)
export class McpServersController {
  constructor(
    private readonly servers: McpServersService,
    private readonly checks: CheckMcpServer,
    private readonly signIns: McpSignIns,
  ) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: McpServerList })
  list(@CurrentUser() caller: Caller) {
    return this.servers.list(caller);
  }

  @Post()
  @Subscribed()
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: McpServer })
  @Refuses({
    400: "mcp_address_refused",
    409: "mcp_server_name_taken or too_many_mcp_servers",
    503: "keys_not_kept",
  })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewMcpServer }) server: NewMcpServer) {
    return this.servers.create(caller, server);
  }

  @Patch(":id")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: McpServer })
  @Refuses({
    400: "mcp_address_refused",
    404: "mcp_server_not_found",
    409: "mcp_server_name_taken or mcp_header_needed",
    503: "keys_not_kept",
  })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: McpServerChange }) change: McpServerChange,
  ) {
    return this.servers.change(caller, id, change);
  }

  @Delete(":id")
  @RateLimit(WRITES)
  @HttpCode(204)
  @Refuses({ 404: "mcp_server_not_found" })
  remove(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.servers.remove(caller, id);
  }

  @Post(":id/check")
  @Subscribed()
  @RateLimit(CHECKS)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: McpServerCheck })
  @Refuses({ 404: "mcp_server_not_found", 409: "mcp_secret_lost" })
  check(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.checks.check(caller, id);
  }

  @Post(":id/review")
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: McpServer })
  @Refuses({ 404: "mcp_server_not_found", 409: "mcp_tools_changed" })
  review(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: McpReview }) { revision }: McpReview,
  ) {
    return this.servers.review(caller, id, revision);
  }

  @Post(":id/sign-in")
  @Subscribed()
  @RateLimit(CHECKS)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: McpSignInStart })
  @Refuses({ 404: "mcp_server_not_found", 409: "mcp_sign_in_failed or mcp_secret_lost", 503: "keys_not_kept" })
  startSignIn(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.signIns.start(caller, id);
  }

  @Post("sign-ins")
  @Subscribed()
  @RateLimit(CHECKS)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: McpServerCheck })
  @Refuses({ 404: "mcp_server_not_found", 409: "mcp_sign_in_over or mcp_sign_in_failed" })
  finishSignIn(@CurrentUser() caller: Caller, @Body({ schema: McpSignIn }) signIn: McpSignIn) {
    return this.signIns.finish(caller, signIn);
  }
}
