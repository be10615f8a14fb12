import { Controller, Get, HttpCode, Param, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { AgentVersionList, RestoredAgent, WholeAgentVersion } from "@tessera/contracts-agents/versions.ts";
import { type Caller, CurrentUser, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { READS, WRITES } from "../http/limits.ts";
import { VersionsService } from "./versions.service.ts";

const Id = z.uuid();
const Version = z.coerce.number().int().min(1).max(2_147_483_647);

@ApiTags("agents")
@ApiBearerAuth()
@Controller("api/agents/agents/:id/versions")
@Subscribed()
@RateLimit(READS)
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: AgentVersionList })
  @Refuses({ 404: "agent_not_found" })
  list(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.versions.list(caller, id);
  }

  @Get(":version")
  @ApiResponse({ status: 200, standardSchema: WholeAgentVersion })
  @Refuses({ 404: "agent_not_found or agent_version_not_found" })
  get(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("version", { schema: Version }) version: number,
  ) {
    return this.versions.get(caller, id, version);
  }

  @Post(":version/restore")
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: RestoredAgent })
  @Refuses({ 404: "agent_not_found or agent_version_not_found" })
  restore(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("version", { schema: Version }) version: number,
  ) {
    return this.versions.restore(caller, id, version);
  }
}
